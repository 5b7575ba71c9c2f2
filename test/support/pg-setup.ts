import type { TestProject } from 'vitest/node'
import { type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { createTemplate } from '#test/support/template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser address of the PostgreSQL of this run, or null when it tests on PGlite. */
    postgresUrl: string | null
    /** The database on that server from which fresh ones are copied. */
    postgresTemplate: string
  }
}

let postgres: RunningPostgres | undefined

export async function setup(project: TestProject): Promise<void> {
  const isPostgres = project.config.env.OVATION_TEST_ENGINE === 'postgres'
  if (isPostgres) postgres = await startPostgres({ durable: false })
  project.provide('postgresUrl', postgres?.url ?? null)
  project.provide('postgresTemplate', postgres ? await createTemplate(postgres.url) : '')
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
}
