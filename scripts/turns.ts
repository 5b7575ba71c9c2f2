import { execFile } from 'node:child_process'
import { globSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { hostileMoments } from './hostile-moments.ts'

export type Engine = 'PGlite' | 'PostgreSQL'

const folder = 'test/e2e'

/** The jobs for which the product exists, each told once from its beginning to its end. They run each time. */
export const mainStories: readonly string[] = ['demo', 'first-hour', 'main-job']

/** The other jobs that somebody does every week. A run tells one part in `weeklyTurns` of them. */
export const weeklyStories: readonly string[] = [
  'admin-gate',
  'admin-users',
  'appeal',
  'champion',
  'checks',
  'contests',
  'report-and-undo',
  'share-dialog',
  'statement',
]

export const weeklyTurns = 4

/** A run of `npm test` takes one part in so many of the other stories: all of them take longer than anybody waits. */
export const storyTurns = 24

/** The longest of the others, each in a part of its own. */
export const longStories = [
  'looks',
  'states',
  'widths',
  'review',
  'bad-input',
  'looks-admin',
  'dashboard',
  'live',
]

/**
 * The slowest tests; most of them start, kill and restart whole products or many small programs. A run takes one part in
 * `slowTurns` of them.
 */
export const slowTests: readonly string[] = [
  'test/crash/messages.test.ts',
  'test/crash/crash.test.ts',
  'test/crash/stops.test.ts',
  'test/crash/rolling-restart.test.ts',
  'test/crash/publications.test.ts',
  'test/standard/unexpected.test.ts',
  'test/restore-drill.test.ts',
  'src/server/ops/data-folder.test.ts',
  'test/crash/webhooks.test.ts',
  'test/upgrades.test.ts',
  'test/outages/database.test.ts',
  'test/commands.test.ts',
  'test/outages/slack.test.ts',
  'test/outages/full-disk.test.ts',
  'src/server/integrations/slack/outbox/outbox.test.ts',
  'src/server/ops/backup.test.ts',
  'test/crash/snapshots.test.ts',
  'src/server/integrations/slack/channel/connection.test.ts',
  'src/server/integrations/slack/import/import.test.ts',
  'src/server/ops/upkeep.test.ts',
  'test/standard/broadcasts.test.ts',
  'test/live-sockets.test.ts',
  'test/time-zones.test.ts',
  'src/server/quick-start.test.ts',
  'src/server/features/analytics/points.test.ts',
  'src/server/db/replica.test.ts',
  'scripts/git-hooks.test.ts',
  'scripts/faults/faults.test.ts',
  'test/support/embedded-pool.test.ts',
  'test/support/postgres.test.ts',
  'test/fuzz/fuzz.test.ts',
]
export const slowTurns = 8

/**
 * Tests of what can come out differently on the two engines: locks and races, transactions that are tried again, jobs,
 * leases and announcements between processes, migrations and backups, time zones, collation, plans, and a named
 * statement that is prepared once and used with other values. A run takes each on one engine. The matrix calls every
 * route, so the other tests need one engine only.
 */
export const enginesMatter: readonly string[] = [
  'src/server/{first-admin,verify}.test.ts',
  'src/server/{db,ops}/*.test.ts',
  'src/server/features/{achievements,activities,bell,boards,contests,direct-messages,direct-rounds,interactions,leaderboard,members,points,reports,shares,streaks,today}/*.test.ts',
  'src/server/features/audit/audit.test.ts',
  'src/server/features/auth/sessions.test.ts',
  'src/server/features/automation/hook-secret.test.ts',
  'src/server/features/links/{clicks,verify}.test.ts',
  'src/server/features/posts/{post-table,posts,restored,scheduled,waiting-posts}.test.ts',
  'src/server/features/users/{profile,roles,user-pages}.test.ts',
  'src/server/features/webhooks/*.test.ts',
  'src/server/access/{sessions,settings,instance-limits,throttle}.test.ts',
  'src/server/integrations/slack/{groups/groups,import/import,outbox/outbox,direct/sending}.test.ts',
  'src/server/integrations/socialpilot/engagement.test.ts',
  'src/server/integrations/zapier/delivery.test.ts',
  'src/server/jobs/jobs.test.ts',
  'src/server/live/relay.test.ts',
  'test/announcements.test.ts',
  'test/crash/{crash,publications,stops}.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/log-secrets.test.ts',
  'test/matrix/matrix.test.ts',
  'test/model/*.test.ts',
  'test/outages/*.test.ts',
  'test/standard/{every-route,long-locks,unexpected}.test.ts',
  'test/time-zones.test.ts',
  'test/upgrades.test.ts',
]

/** Slow tests that need no database, or bring their own. They run beside those of the embedded database. */
export const slowEngineless: readonly string[] = [
  'test/outages/{database,slack}.test.ts',
  'sandbox/workplace/*.test.ts',
  'src/server/ops/data-folder.test.ts',
  'src/server/access/password.test.ts',
  'src/server/hooks/{client,trap}.test.ts',
  'test/commands.test.ts',
]

export const postgresOnly: readonly string[] = ['src/server/db/pipeline.test.ts']

/** The longest of them, so that both halves take about the same time. */
const longTests = [
  'test/model/game-model.test.ts',
  'test/matrix/matrix.test.ts',
  'src/server/features/reports/reports.test.ts',
  'src/server/verify.test.ts',
  'src/server/features/boards/boards.test.ts',
]
const eitherEngine = globSync([...enginesMatter], { exclude: [...slowEngineless, ...postgresOnly] }).sort()
const onEitherEngine = [...longTests, ...eitherEngine.filter((file) => !longTests.includes(file))]

/** The turns with one part of the stories and one of the slow tests, for both halves of the tests that engines matter to. */
export const allTurns = storyTurns * slowTurns

/** Stories that depend on the calendar run at every hostile moment. The others are spread over the moments. */
const datedStories = ['champion', 'contest-times', 'contests', 'profile']

/** These repeat the journeys on a phone in a wider window. Other stories already cover the differences. */
const widerJourneys = ['journeys-desktop', 'journeys-tablet']

/** The story files of a run of `npm test`: the main ones, and the parts of the weekly ones and of the others that have their turn. */
export async function usualStories(turn: number): Promise<string[]> {
  const named = [...mainStories, ...weeklyStories]
  const others = (await everyStory()).filter((name) => !named.includes(name))
  const usual = others.filter((name) => !widerJourneys.includes(name))
  const inTurn = [...longStories, ...usual.filter((name) => !longStories.includes(name))]
  const own = inTurn.filter((_, nth) => nth % storyTurns === turn % storyTurns)
  const weekly = weeklyStories.filter((_, nth) => nth % weeklyTurns === turn % weeklyTurns)
  return [...mainStories, ...weekly, ...own].map(fileOf)
}

/** The slow tests that a run of `npm test` leaves to others. */
export function leftTests(turn: number): string[] {
  return slowTests.filter((_, nth) => nth % slowTurns !== turn % slowTurns)
}

/** The tests to which engines matter that a run of `npm test` takes on the other engine. */
export function leftToOther(engine: Engine, turn: number): string[] {
  // Not the turn itself, which decides on the slow tests: those would always come on the same engine.
  const half = Math.floor(turn / slowTurns) + (engine === 'PGlite' ? 0 : 1)
  return onEitherEngine.filter((_, nth) => nth % 2 !== half % 2)
}

/** The turn of the checkout: the same each time for one commit, another for the next. */
export async function turnOfCheckout(): Promise<number> {
  const head = await promisify(execFile)('git', ['rev-parse', 'HEAD']).catch(() => ({ stdout: '' }))
  return turnOf(head.stdout.trim())
}

/** The turn of a commit, from its hash; 0 without one, as outside of a repository. */
export function turnOf(commit: string): number {
  return (Number.parseInt(commit.slice(0, 8), 16) || 0) % allTurns
}

/** The story files that run at the hostile moment with this index. Each file runs at one moment or more. */
export async function storiesAt(index: number): Promise<string[]> {
  const stories = await everyStory()
  const isDated = (name: string) => datedStories.includes(name)
  const undated = stories.filter((name) => !isDated(name))
  const own = undated.filter((_, nth) => nth % hostileMoments.length === index)
  return [...stories.filter(isDated), ...own].map(fileOf)
}

export async function everyStory(): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => name.replace('.spec.ts', ''))
    .sort()
}

function fileOf(name: string): string {
  return `${folder}/${name}.spec.ts`
}
