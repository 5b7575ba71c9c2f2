import type { FastifyInstance } from 'fastify'
import * as groups from '#contract/team-groups.schema.ts'
import * as contract from '#contract/teams.schema.ts'
import { boardWindows } from '#domain/board-windows.ts'
import { teamAverage } from '#domain/teams.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { readWindow } from '../windows/commands.ts'
import {
  changeTeamOf,
  createTeam,
  deleteTeam,
  importTeams,
  listTeams,
  putMembers,
  readSync,
  unlinkTeam,
  updateTeam,
} from './commands.ts'
import { findTeamEntry, listTeamEntries, listTeamMembers, type TeamEntryRow } from './store.ts'

const preparing = { data: [], total: 0, isPreparing: true } as const
const shownMembers = 100
/** A list of a hundred thousand people. */
const listLimitBytes = 8_388_608

export function teamRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listTeams, {
    permission: 'take part',
    handle: async ({ member }) => {
      const isAdmin = member.role === 'admin'
      const [data, slack] = await Promise.all([
        listTeams(deps, isAdmin),
        isAdmin ? readSync(deps) : undefined,
      ])
      return { data, ...(slack && { slack }) }
    },
  })
  mount(app, contract.createTeam, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await createTeam(deps, acting, body) }),
  })
  mount(app, contract.updateTeam, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({ data: await updateTeam(deps, acting, params.id, body) }),
  })
  mount(app, contract.deleteTeam, {
    permission: 'administer',
    handle: async ({ params, acting }) => ({
      data: { formerMembers: await deleteTeam(deps, acting, params.id) },
    }),
  })
  mount(app, contract.putTeamMembers, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({
      data: await putMembers(deps, acting, params.id, body.userIds),
    }),
  })
  mount(app, groups.unlinkTeam, {
    permission: 'administer',
    handle: async ({ params, acting }) => ({ data: { id: await unlinkTeam(deps, acting, params.id) } }),
  })
  mount(app, contract.changeTeamOf, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({
      data: { team: await changeTeamOf(deps, acting, params.id, body.teamId) },
    }),
  })
  mount(app, contract.importTeams, {
    permission: 'administer',
    bodyLimitBytes: listLimitBytes,
    handle: async ({ query, body, acting }) => ({
      data: await importTeams(deps, acting, { csv: body.csv, isPreview: query.preview }),
    }),
  })
  shownTeams(app, deps)
}

function shownTeams(app: FastifyInstance, deps: Deps): void {
  const { db, cache } = deps
  const boards = new Map(
    boardWindows.map((kind) => [
      kind,
      cache.define(contract.getTeamBoard, async () => {
        const windowId = await readWindow(deps, kind)
        if (windowId === null) return preparing
        const data = (await listTeamEntries(db, { windowId })).map(entryOf)
        return { data, total: data.length }
      }),
    ]),
  )
  mountReady(app, contract.getTeamBoard, { pick: ({ query: { window } }) => boards.get(window) ?? null })
  mount(app, contract.getTeam, {
    permission: 'take part',
    handle: async ({ params: { id }, query: { window } }) => {
      const windowId = await readWindow(deps, window)
      if (windowId === null) throw new AppError('not-ready', 'The scores are being worked out anew')
      const [entry, members] = await Promise.all([
        findTeamEntry.first(db, { windowId, id }),
        listTeamMembers(db, { windowId, id, limit: shownMembers }),
      ])
      if (!entry) throw new AppError('unknown', 'This team was not found')
      return { data: { ...entryOf(entry), members } }
    },
  })
}

function entryOf(row: TeamEntryRow) {
  return { ...row, average: teamAverage(row.totalPoints, row.activeMembers) }
}
