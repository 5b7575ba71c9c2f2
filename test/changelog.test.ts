import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

const read = (name: string) => readFile(new URL(`../${name}`, import.meta.url), 'utf8')

test('the newest version in CHANGELOG.md is that of package.json, and the versions fall', {
  tags: ['upgrade-changelog'],
}, async () => {
  const headings = Array.from(
    (await read('CHANGELOG.md')).matchAll(/^## \[(\d+)\.(\d+)\.(\d+)\] - (\d{4}-\d\d-\d\d)$/gm),
    ([, major, minor, patch, day]) => ({ version: [major, minor, patch].map(Number), day: String(day) }),
  )
  const { version } = JSON.parse(await read('package.json'))
  expect(headings[0]?.version.join('.')).toBe(version)
  const order = headings.map(({ version: [major = 0, minor = 0, patch = 0], day }) => [
    major * 1e6 + minor * 1e3 + patch,
    day,
  ])
  expect(order).toEqual(order.toSorted((a, b) => Number(b[0]) - Number(a[0])))
  expect(order.map(([, day]) => day)).toEqual(
    order
      .map(([, day]) => day)
      .toSorted()
      .reverse(),
  )
  expect(new Set(order.map(([number]) => number)).size).toBe(order.length)
})
