import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/quests.schema.ts'
import type { UserId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import { gathered } from '#server/db/batch.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import {
  createQuest,
  deleteQuest,
  readOwnParts,
  readQuestPage,
  readShownQuests,
  updateQuest,
} from './commands.ts'

const pace = { longestPauseMs: 50 }

export function questRoutes(app: FastifyInstance, deps: Deps): void {
  const { cache, db } = deps
  // Each report changes them, and so does whoever leaves. Windows are told only of what is under `quests` in topics.ts.
  const shown = cache.keep(['quests', 'totals', 'reports', 'members'], () => readShownQuests(deps))
  const ownPartsOf = gathered(
    async (from, userIds: readonly UserId[]) => readOwnParts(from, userIds, await shown.read()),
    pace,
  )
  mountReady(app, contract.listQuests, {
    pick: () => null,
    otherwise: async ({ member, query: { all, page } }) => {
      if (all) {
        if (permissionVerdict({ kind: 'member', role: member.role }, 'administer') !== 'ok')
          throw new AppError('not-allowed', 'You are not allowed to see all quests')
        return readQuestPage(deps, member.id, page)
      }
      const quests = await shown.read()
      const own = quests.length > 0 ? await ownPartsOf(db, member.id) : undefined
      return { data: quests.map((quest) => ({ ...quest, ownPart: own?.get(quest.id) ?? 0 })) }
    },
  })
  mount(app, contract.createQuest, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await createQuest(deps, acting, body) }),
  })
  mount(app, contract.updateQuest, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({ data: await updateQuest(deps, acting, params.id, body) }),
  })
  mount(app, contract.deleteQuest, {
    permission: 'administer',
    handle: ({ params, acting }) => deleteQuest(deps, acting, params.id),
  })
}
