import { readdir } from 'node:fs/promises'
import { hostileMoments } from './hostile-moments.ts'

const folder = 'test/e2e'

/** Stories that depend on the calendar run at every hostile moment. The others are spread over the moments. */
const datedStories = ['champion', 'contest-times', 'contests', 'profile']

/** These repeat the journeys on a phone in a wider window. Other stories already cover the differences. */
const widerJourneys = ['journeys-desktop', 'journeys-tablet']

/** The story files that `npm test` runs; `npm run test:all` runs every one. */
export async function usualStories(): Promise<string[]> {
  return (await everyStory()).filter((name) => !widerJourneys.includes(name)).map(fileOf)
}

/** The story files that run at the hostile moment with this index. Each file runs at one moment or more. */
export async function storiesAt(index: number): Promise<string[]> {
  const stories = await everyStory()
  const isDated = (name: string) => datedStories.includes(name)
  const undated = stories.filter((name) => !isDated(name))
  const own = undated.filter((_, nth) => nth % hostileMoments.length === index)
  return [...stories.filter(isDated), ...own].map(fileOf)
}

async function everyStory(): Promise<string[]> {
  const names = await readdir(folder)
  return names
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => name.replace('.spec.ts', ''))
    .sort()
}

function fileOf(name: string): string {
  return `${folder}/${name}.spec.ts`
}
