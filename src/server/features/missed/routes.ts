import type { FastifyInstance } from 'fastify'
import { getMissed } from '#contract/missed.schema.ts'
import type { Missed } from '#contract/missed.ts'
import { type Ready, readyAnswer } from '#server/cache/kept.ts'
import type { Deps } from '#server/deps.ts'
import { mountReady } from '#server/http/mount.ts'

export function missedRoutes(app: FastifyInstance, { missed }: Deps): void {
  const readyOf = sameReady()
  mountReady(app, getMissed, {
    pick: async ({ member, query: { awayMs } }) => {
      await missed.load()
      return readyOf(missed.since(awayMs, member.id))
    },
  })
}

/** Makes answers ready. Many windows ask at the same moment, and nearly all get the same, which is made once. */
function sameReady(): (data: Missed | null) => Ready {
  let last: { readonly text: string; readonly ready: Ready } | null = null
  return (data) => {
    const text = JSON.stringify(data)
    if (last?.text === text) return last.ready
    const answer = readyAnswer(getMissed.answer.parse({ data }))
    const ready = { peek: () => answer, read: () => Promise.resolve(answer) }
    last = { text, ready }
    return ready
  }
}
