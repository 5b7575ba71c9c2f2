import { openPostgres } from '#server/db/postgres.ts'
import type { Deps } from '#server/deps.ts'
import { createDeps } from '#server/start.ts'
import type { TestApp } from '#test/support/app.ts'

/** The instances of the product that share a database. */
export interface Instances {
  /** Each of them in turn. */
  next(): Deps
  close(): Promise<void>
}

/**
 * Starts further instances on the database of a test, which hear of each other's changes as in production. The embedded
 * engine has one alone.
 */
export async function shareDatabase({ deps, clock }: TestApp, count: number): Promise<Instances> {
  const { databaseUrl } = deps.config
  const all = [deps]
  if (databaseUrl !== null) {
    for (let nth = 1; nth < count; nth++) {
      const { config, log, limits } = deps
      all.push(
        await createDeps({ config, db: openPostgres(databaseUrl, () => undefined), log, clock, limits }),
      )
    }
    for (const { live } of all) await live.connect(databaseUrl, () => undefined)
  }
  let turn = 0
  return {
    next: () => all[turn++ % all.length] ?? deps,
    close: async () => {
      for (const { live, jobs, db } of all.slice(1)) {
        await jobs.stop()
        await live.close()
        await db.close()
      }
    },
  }
}
