import { expect, it } from 'vitest'
import { everyStory, mainStories, turnOf, turns, usualStories } from './story-files.ts'

const allTurns = Array.from({ length: turns }, (_, turn) => turn)
const nameOf = (file: string) => file.replace(/^test\/e2e\/|\.spec\.ts$/g, '')

it('runs the main stories each time, and every other story in one turn', async () => {
  const stories = await everyStory()
  expect(stories).toEqual(expect.arrayContaining([...mainStories]))
  const runs = await Promise.all(allTurns.map(usualStories))
  const told = runs.flatMap((files) => files.map(nameOf))
  for (const story of stories.filter((name) => !name.startsWith('journeys-'))) {
    const times = told.filter((name) => name === story).length
    expect(times, story).toBe(mainStories.includes(story) ? turns : 1)
  }
})

it('takes the turn from the commit: each one comes, and the same for one commit', () => {
  const hashes = Array.from(
    { length: 60 },
    (_, nth) => `${(nth * 7_919).toString(16).padStart(8, '0')}c0ffee`,
  )
  expect([...new Set(hashes.map(turnOf))].sort()).toEqual(allTurns)
  expect(turnOf('a5f40813adf0')).toBe(turnOf('a5f40813adf0'))
  expect(turnOf('')).toBe(0)
})
