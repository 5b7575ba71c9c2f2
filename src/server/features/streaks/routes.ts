import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/streaks.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import {
  changeOwnStreak,
  changeStreakRules,
  readOwnStreak,
  readStreakRules,
  repairStreak,
} from './commands.ts'

export function streakRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.getStreakRules, {
    permission: 'administer',
    handle: async () => ({ data: await readStreakRules(deps, deps.db) }),
  })
  mount(app, contract.putStreakRules, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await changeStreakRules(deps, acting, body) }),
  })
  mount(app, contract.getOwnStreak, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await readOwnStreak(deps, member.id) }),
  })
  mount(app, contract.putOwnStreak, {
    permission: 'take part',
    handle: async ({ member, body }) => ({ data: await changeOwnStreak(deps, member.id, body) }),
  })
  mount(app, contract.repairStreak, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await repairStreak(deps, member.id) }),
  })
}
