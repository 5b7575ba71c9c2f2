import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import { hostileMoments } from './hostile-moments.ts'

const folder = 'test/e2e'

/** The jobs for which the product exists, each told once from its beginning to its end. They run each time. */
export const mainStories: readonly string[] = [
  'admin-gate',
  'admin-users',
  'appeal',
  'champion',
  'checks',
  'contests',
  'demo',
  'first-hour',
  'main-job',
  'report-and-undo',
  'share-dialog',
  'statement',
]

/** A run of `npm test` takes one part in so many of the other stories: all of them take longer than anybody waits. */
export const storyTurns = 12

/** The longest of the others, each in a part of its own. */
const longStories = ['looks', 'states', 'widths', 'review', 'bad-input', 'looks-admin', 'dashboard', 'live']

/**
 * The slowest tests of the server; most of them start, kill and restart whole products. A run takes one part in `slowTurns`
 * of them.
 */
export const slowServerTests: readonly string[] = [
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
]
export const slowTurns = 6

/** Stories that depend on the calendar run at every hostile moment. The others are spread over the moments. */
const datedStories = ['champion', 'contest-times', 'contests', 'profile']

/** These repeat the journeys on a phone in a wider window. Other stories already cover the differences. */
const widerJourneys = ['journeys-desktop', 'journeys-tablet']

/** The story files of a run of `npm test`: the main ones, and the part of the others that has its turn. */
export async function usualStories(turn: number): Promise<string[]> {
  const others = (await everyStory()).filter((name) => !mainStories.includes(name))
  const usual = others.filter((name) => !widerJourneys.includes(name))
  const inTurn = [...longStories, ...usual.filter((name) => !longStories.includes(name))]
  const own = inTurn.filter((_, nth) => nth % storyTurns === turn % storyTurns)
  return [...mainStories, ...own].map(fileOf)
}

/** The slow tests of the server that a run of `npm test` leaves to others. */
export function leftServerTests(turn: number): string[] {
  return slowServerTests.filter((_, nth) => nth % slowTurns !== turn % slowTurns)
}

/** The turn of the checkout: the same each time for one commit, another for the next. */
export async function turnOfCheckout(): Promise<number> {
  const head = await promisify(execFile)('git', ['rev-parse', 'HEAD']).catch(() => ({ stdout: '' }))
  return turnOf(head.stdout.trim())
}

/** The turn of a commit, from its hash; 0 without one, as outside of a repository. */
export function turnOf(commit: string): number {
  return (Number.parseInt(commit.slice(0, 8), 16) || 0) % (storyTurns * slowTurns)
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
