import type { TestProject } from 'vitest/node'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser address of the PostgreSQL that this run tests on; null when it tests on PGlite. */
    postgresUrl: string | null
  }
}

let postgres: RunningPostgres | undefined

export async function setup(project: TestProject): Promise<void> {
  if (process.env.OVATION_TEST_ENGINE === 'postgres') postgres = await startPostgres({ durable: false })
  project.provide('postgresUrl', postgres?.url ?? null)
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
}
