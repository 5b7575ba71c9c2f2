import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { measureAdminPanel } from '#test/load/admin-panel.ts'
import { measureBackup } from '#test/load/backup.ts'
import { measureBoards } from '#test/load/boards.ts'
import { measureBroadcast } from '#test/load/broadcast.ts'
import { measureBusyDashboard } from '#test/load/busy-dashboard.ts'
import { measureChat } from '#test/load/chat.ts'
import { measureContest } from '#test/load/contest.ts'
import { measureContestMoves } from '#test/load/contest-moves.ts'
import { measureContestWindows } from '#test/load/contest-windows.ts'
import { measureEmbedded } from '#test/load/embedded.ts'
import { measureSnapshot } from '#test/load/embedded-snapshot.ts'
import { measureStart } from '#test/load/embedded-start.ts'
import { type Figure, figureTable, verdictOf } from '#test/load/figures.ts'
import { measureInstances } from '#test/load/instances.ts'
import { measureLeaderboard } from '#test/load/leaderboard.ts'
import { measureLighthouse } from '#test/load/lighthouse.ts'
import { measureLongLists } from '#test/load/long-lists.ts'
import { measureManySockets } from '#test/load/many-sockets.ts'
import type { Bench, Measurement } from '#test/load/measurement.ts'
import { measureMemory } from '#test/load/memory.ts'
import { measurePresses } from '#test/load/presses.ts'
import { measureReport } from '#test/load/report.ts'
import { measureReportRoute } from '#test/load/report-route.ts'
import { measureRestart } from '#test/load/restart.ts'
import { measureReview } from '#test/load/review.ts'
import { measureSize } from '#test/load/size.ts'
import { measureSwarm } from '#test/load/swarm.ts'
import { createDatabase, type RunningPostgres, startPostgres } from '#test/support/postgres.ts'
import { preparePrograms } from '#test/support/postgres-programs.ts'

const usualSize = 100_000

const measurements: Record<string, Measurement> = {
  leaderboard: measureLeaderboard,
  report: measureReport,
  'report-route': measureReportRoute,
  broadcast: measureBroadcast,
  sockets: measureManySockets,
  restart: measureRestart,
  swarm: measureSwarm,
  embedded: measureEmbedded,
  snapshot: measureSnapshot,
  start: measureStart,
  contest: measureContest,
  windows: measureContestWindows,
  chat: measureChat,
  presses: measurePresses,
  lighthouse: measureLighthouse,
  dashboard: measureBusyDashboard,
  lists: measureLongLists,
  admin: measureAdminPanel,
  review: measureReview,
  memory: measureMemory,
  size: measureSize(usualSize),
  backup: measureBackup,
  instances: measureInstances,
  moves: measureContestMoves(usualSize),
  boards: measureBoards(usualSize),
}

interface Machine {
  readonly cores: number
  readonly cpu: string
  readonly memoryGib: number
  readonly node: string
  readonly postgres: string
  readonly date: string
}

const usage = `npm run bench -- [--only ${Object.keys(measurements).join('|')}]… [--size <members>] [--json <file>]`

const options = readOptions()
if (options) process.exitCode = await bench(options.names, options.json)
else process.exitCode = 2

/** Runs the measurements one after another, prints the table and returns the exit code. */
async function bench(names: readonly string[], json: string | undefined): Promise<number> {
  const machine = await describeMachine()
  console.log(machineLine(machine))
  const postgres = await startPostgres({ durable: true })
  const figures: Figure[] = []
  try {
    for (const name of names) figures.push(...(await run(name, postgres)))
  } finally {
    await postgres.stop()
  }
  console.log(`\n${machineLine(machine)}\n\n${figureTable(figures)}\n`)
  for (const { name, note } of figures) if (note) console.log(`${name}: ${note}`)
  if (json !== undefined)
    await writeFile(json, `${JSON.stringify({ machine, figures: withVerdicts(figures) }, null, 2)}\n`)
  const missed = figures.filter((figure) => verdictOf(figure) === 'miss').length
  console.log(missed === 0 ? '\nall aims met' : `\n${missed} aims missed`)
  return missed === 0 ? 0 : 1
}

async function run(name: string, postgres: RunningPostgres): Promise<Figure[]> {
  const startedAtMs = performance.now()
  const closers: (() => Promise<void> | void)[] = []
  let databases = 0
  const measure = measurements[name]
  if (!measure) throw new Error(`Unknown measurement: ${name}`)
  const environment: Bench = {
    newDatabase: () => createDatabase(postgres.url, `${name}_${++databases}`),
    newFolder: async () => {
      const folder = await mkdtemp(join(tmpdir(), 'ovation-bench-'))
      closers.push(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
      return folder
    },
    defer: (close) => closers.push(close),
    log: (text) => console.log(`  ${text}`),
  }
  console.log(`\n=== ${name}`)
  try {
    return await measure(environment)
  } finally {
    for (const close of closers.reverse()) await close()
    console.log(`  took ${((performance.now() - startedAtMs) / 1_000).toFixed(0)} s`)
  }
}

function readOptions(): { names: string[]; json: string | undefined } | null {
  try {
    const { values } = parseArgs({
      options: {
        only: { type: 'string', multiple: true },
        size: { type: 'string' },
        json: { type: 'string' },
      },
    })
    const { size } = values
    if (size !== undefined && !/^[1-9]\d{2,6}$/.test(size))
      throw new Error(`--size is a number of members from 100: ${size}`)
    if (size !== undefined) {
      measurements.size = measureSize(Number(size))
      measurements.moves = measureContestMoves(Number(size))
      measurements.boards = measureBoards(Number(size))
    }
    const names = values.only ?? (size === undefined ? Object.keys(measurements) : ['size'])
    const unknown = names.filter((name) => !(name in measurements))
    if (unknown.length > 0) throw new Error(`Unknown measurement: ${unknown.join(', ')}`)
    return { names, json: values.json }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\n${usage}`)
    return null
  }
}

async function describeMachine(): Promise<Machine> {
  const { postgres } = await preparePrograms()
  const { stdout } = await promisify(execFile)(postgres, ['--version'])
  return {
    cores: cpus().length,
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGib: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres: /\d+(\.\d+)*/.exec(stdout)?.[0] ?? stdout.trim(),
    date: new Date().toISOString().slice(0, 10),
  }
}

function machineLine({ cores, cpu, memoryGib, node, postgres, date }: Machine): string {
  return `${cores} cores of ${cpu}, ${memoryGib} GiB, Node ${node.slice(1)}, PostgreSQL ${postgres}, ${date}`
}

function withVerdicts(figures: readonly Figure[]) {
  return figures.map((figure) => ({ ...figure, verdict: verdictOf(figure) }))
}
