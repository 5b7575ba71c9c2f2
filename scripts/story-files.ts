import { readdir } from 'node:fs/promises'
import { hostileMoments } from './hostile-moments.ts'

const folder = 'test/e2e'

/** What these stories show follows the calendar, so they are told at every hostile moment; the others are dealt out. */
const datedStories = ['champion', 'contest-times', 'contests', 'profile']

/** The same journeys as on a phone: what differs in a wider window, other stories show too. */
const widerJourneys = ['journeys-desktop', 'journeys-tablet']

/** The files of the stories that `npm test` tells; `npm run test:all` tells every one. */
export async function usualStories(): Promise<string[]> {
  return (await everyStory()).filter((name) => !widerJourneys.includes(name)).map(fileOf)
}

/** The files of stories that are told at the hostile moment with this place in the list: each file at one at least. */
export async function storiesAt(place: number): Promise<string[]> {
  const stories = await everyStory()
  const isDated = (name: string) => datedStories.includes(name)
  const dealt = stories.filter((name) => !isDated(name))
  const own = dealt.filter((_, nth) => nth % hostileMoments.length === place)
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
