import type { FastifyInstance } from 'fastify'
import { getMissed } from '#contract/missed.schema.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'

export function missedRoutes(app: FastifyInstance, { missed }: Deps): void {
  mount(app, getMissed, {
    permission: 'take part',
    budget: 'ready read',
    handle: async ({ member, query: { awayMs } }) => {
      await missed.load()
      return { data: missed.since(awayMs, member.id) }
    },
  })
}
