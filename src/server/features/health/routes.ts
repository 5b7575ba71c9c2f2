import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/health.schema.ts'
import { type Clock, monotonicMs } from '#server/clock.ts'
import type { Db } from '#server/db/handle.ts'
import { isMigrated } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount } from '#server/http/mount.ts'

const longestCheckMs = 1_000
/** How long an answer is given again, so that nobody can load the database with the question. */
const keptMs = 1_000

export function healthRoutes(app: FastifyInstance, { db, clock, lifecycle }: Deps): void {
  app.addHook('preClose', async () => {
    lifecycle.isStopping = true
  })
  const isDatabaseReady = keptFor(keptMs, clock, () => isReadyInTime(db))
  mount(app, contract.isLive, {
    permission: 'enter anonymously',
    budget: 'free',
    handle: () => ({ status: 'ok' as const }),
  })
  mount(app, contract.isReady, {
    permission: 'enter anonymously',
    budget: 'free',
    handle: async () => {
      if (lifecycle.isStopping || !(await isDatabaseReady()))
        throw new AppError('not-ready', 'Not ready', { retryAfterSeconds: 1 })
      return { status: 'ok' as const }
    },
  })
}

/** Checks at most once in the time; whoever asks meanwhile gets the same answer. */
function keptFor(ms: number, clock: Clock, check: () => Promise<boolean>): () => Promise<boolean> {
  let last: { readonly moments: readonly number[]; readonly answer: Promise<boolean> } | null = null
  return () => {
    // By both clocks: after the system clock is set, an old answer must not stay.
    const moments = [clock.now().getTime(), monotonicMs()]
    const isRecent = last?.moments.every((atMs, nth) => Math.abs((moments[nth] ?? 0) - atMs) < ms)
    if (!last || !isRecent) last = { moments, answer: check() }
    return last.answer
  }
}

async function isReadyInTime(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), longestCheckMs)
  })
  const check = isMigrated(db).catch(() => false)
  return Promise.race([check, tooLate]).finally(() => clearTimeout(timer))
}
