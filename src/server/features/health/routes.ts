import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/health.schema.ts'
import type { Db } from '#server/db/handle.ts'
import { isMigrated } from '#server/db/migrate.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount } from '#server/http/mount.ts'

const longestCheckMs = 1_000

export function healthRoutes(app: FastifyInstance, { db }: Deps): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  mount(app, contract.isLive, {
    permission: 'enter anonymously',
    budget: 'free',
    handle: () => ({ status: 'ok' as const }),
  })
  mount(app, contract.isReady, {
    permission: 'enter anonymously',
    budget: 'free',
    handle: async () => {
      if (isClosing || !(await isReadyInTime(db)))
        throw new AppError('not-ready', 'Not ready', { retryAfterSeconds: 1 })
      return { status: 'ok' as const }
    },
  })
}

async function isReadyInTime(db: Db): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), longestCheckMs)
  })
  const check = isMigrated(db).catch(() => false)
  return Promise.race([check, tooLate]).finally(() => clearTimeout(timer))
}
