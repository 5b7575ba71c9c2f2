import { existsSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'
import {
  allTurns,
  enginesMatter,
  everyStory,
  leftTests,
  leftToOther,
  mainStories,
  postgresOnly,
  slowEngineless,
  slowTests,
  slowTurns,
  storyTurns,
  turnOf,
  usualStories,
  weeklyStories,
  weeklyTurns,
} from './turns.ts'

const turns = Array.from({ length: allTurns }, (_, turn) => turn)
const nameOf = (file: string) => file.replace(/^test\/e2e\/|\.spec\.ts$/g, '')

it('tells the main stories each time, weekly ones every fourth time, and every other story in its turn', async () => {
  const stories = await everyStory()
  expect(stories).toEqual(expect.arrayContaining([...mainStories, ...weeklyStories]))
  const timesOf = (name: string) => {
    if (mainStories.includes(name)) return allTurns
    return weeklyStories.includes(name) ? allTurns / weeklyTurns : allTurns / storyTurns
  }
  const runs = await Promise.all(turns.map(usualStories))
  const told = runs.flatMap((files) => files.map(nameOf))
  expect(stories).toEqual(expect.arrayContaining([...new Set(told)]))
  for (const story of stories.filter((name) => !name.startsWith('journeys-'))) {
    const times = told.filter((name) => name === story).length
    expect(times, story).toBe(timesOf(story))
  }
})

it('runs every slow test in its turn', () => {
  expect(slowTests.filter((file) => !existsSync(file))).toEqual([])
  for (const file of slowTests) {
    const runs = turns.filter((turn) => !leftTests(turn).includes(file))
    expect(runs.length, file).toBe(allTurns / slowTurns)
  }
})

it('runs each test that engines matter to on one engine a time, slow or not on each of them', () => {
  const files = globSync([...enginesMatter], { exclude: [...slowEngineless, ...postgresOnly] })
  expect(enginesMatter.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
  for (const turn of turns) {
    const left = [...leftToOther('PGlite', turn), ...leftToOther('PostgreSQL', turn)]
    expect(left.sort()).toEqual(files.sort())
  }
  for (const file of files) {
    const inTurn = turns.filter((turn) => !leftTests(turn).includes(file))
    const embedded = inTurn.filter((turn) => !leftToOther('PGlite', turn).includes(file))
    expect(embedded.length, file).toBe(inTurn.length / 2)
  }
})

it('takes the turn from the commit: each one comes, and the same for one commit', () => {
  const hashes = Array.from(
    { length: 300 },
    (_, nth) => `${(nth * 7_919).toString(16).padStart(8, '0')}c0ffee`,
  )
  expect([...new Set(hashes.map(turnOf))].sort((a, b) => a - b)).toEqual(turns)
  expect(turnOf('a5f40813adf0')).toBe(turnOf('a5f40813adf0'))
  expect(turnOf('')).toBe(0)
})
