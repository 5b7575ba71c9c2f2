import { expect, test } from 'vitest'
import { plannedApplause } from './applause.ts'

const now = new Date('2026-11-21T15:30:00Z')
const handles = Array.from({ length: 20 }, (_, at) => `member.${at}`)
const lines = Array.from({ length: 60 }, (_, at) => ({
  handle: `member.${at % 20}`,
  at: new Date(now.getTime() - (at + 1) * 3_600_000),
  isBadge: at % 5 === 0,
}))
const applause = plannedApplause({ lines, handles, now })

test('the planned applause is the same for the same arguments, and sorted by time', () => {
  expect(plannedApplause({ lines, handles, now })).toEqual(applause)
  const times = applause.map(({ at }) => at.getTime())
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})

test('nobody applauds their own line, or one line twice, or before it was there, or in the future', () => {
  for (const { at, handle, line } of applause) {
    expect(handle).not.toBe(lines[line]?.handle)
    expect(at.getTime()).toBeGreaterThan(lines[line]?.at.getTime() ?? 0)
    expect(at.getTime()).toBeLessThan(now.getTime())
  }
  expect(new Set(applause.map(({ handle, line }) => `${handle} ${line}`)).size).toBe(applause.length)
})

test('most lines have applause, badges more than reports, and some have none', () => {
  const perLine = lines.map((_, line) => applause.filter((clap) => clap.line === line).length)
  const average = (isBadge: boolean) => {
    const own = perLine.filter((_, line) => lines[line]?.isBadge === isBadge)
    return own.reduce((sum, count) => sum + count, 0) / own.length
  }
  expect(perLine.filter((count) => count > 0).length).toBeGreaterThan(lines.length / 2)
  expect(perLine).toContain(0)
  expect(average(true)).toBeGreaterThan(1.5 * average(false))
})
