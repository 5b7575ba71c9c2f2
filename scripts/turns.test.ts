import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  everyStory,
  leftServerTests,
  mainStories,
  slowServerTests,
  slowTurns,
  storyTurns,
  turnOf,
  usualStories,
} from './turns.ts'

const allTurns = Array.from({ length: storyTurns * slowTurns }, (_, turn) => turn)
const nameOf = (file: string) => file.replace(/^test\/e2e\/|\.spec\.ts$/g, '')

it('tells the main stories each time, and every other story in its turn', async () => {
  const stories = await everyStory()
  expect(stories).toEqual(expect.arrayContaining([...mainStories]))
  const runs = await Promise.all(allTurns.map(usualStories))
  const told = runs.flatMap((files) => files.map(nameOf))
  expect(stories).toEqual(expect.arrayContaining([...new Set(told)]))
  for (const story of stories.filter((name) => !name.startsWith('journeys-'))) {
    const times = told.filter((name) => name === story).length
    expect(times, story).toBe(mainStories.includes(story) ? allTurns.length : slowTurns)
  }
})

it('runs every slow test of the server in its turn', () => {
  expect(slowServerTests.filter((file) => !existsSync(file))).toEqual([])
  for (const file of slowServerTests) {
    const runs = allTurns.filter((turn) => !leftServerTests(turn).includes(file))
    expect(runs.length, file).toBe(storyTurns)
  }
})

it('takes the turn from the commit: each one comes, and the same for one commit', () => {
  const hashes = Array.from(
    { length: 300 },
    (_, nth) => `${(nth * 7_919).toString(16).padStart(8, '0')}c0ffee`,
  )
  expect([...new Set(hashes.map(turnOf))].sort((a, b) => a - b)).toEqual(allTurns)
  expect(turnOf('a5f40813adf0')).toBe(turnOf('a5f40813adf0'))
  expect(turnOf('')).toBe(0)
})
