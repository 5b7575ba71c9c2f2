import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/social-accounts.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { addAccount, listAccountsOf, removeAccount } from './commands.ts'

export function socialAccountRoutes(app: FastifyInstance, deps: Deps): void {
  mount(app, contract.listSocialAccounts, {
    permission: 'take part',
    handle: async ({ member, params }) => ({ data: await listAccountsOf(deps, member, params.userId) }),
  })
  mount(app, contract.addSocialAccount, {
    permission: 'take part',
    handle: async ({ member, body }) => ({ data: await addAccount(deps, member, body) }),
  })
  mount(app, contract.removeSocialAccount, {
    permission: 'take part',
    handle: ({ member, params }) => removeAccount(deps, member, params.id),
  })
}
