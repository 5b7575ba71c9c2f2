import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { type Figure, figureTable, verdictOf } from '#test/load/figures.ts'
import { measureLeaderboard } from '#test/load/leaderboard.ts'
import type { Bench, Measurement } from '#test/load/measurement.ts'
import { createDatabase, type RunningPostgres, startPostgres } from '#test/support/postgres.ts'

const measurements: Readonly<Record<string, Measurement>> = {
  leaderboard: measureLeaderboard,
}
