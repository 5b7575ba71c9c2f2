import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test/support/app.ts'
import { type Check, findViolations, inRange, inRanges } from './check.ts'

const names = ['every second', 'all']
const inPairs = inRanges({
  names,
  table: 'users',
  size: 2,
  sql: `select name, violation from (
     select id, 'all' as name, id::text as violation from users where ${inRange('id')}
     union all
     select id, 'every second', username from users where ${inRange('id')} and username like '%0'
   ) as found order by id`,
})
let t: TestApp
const ids: string[] = []

beforeAll(async () => {
  t = await startTestApp()
  for (const name of ['a.0', 'b.1', 'c.0', 'd.1', 'e.0']) ids.push((await t.member(name)).id)
})
afterAll(() => t.close())

test('a check in ranges looks at every row once, in the order of the ids, and tells of each portion', async () => {
  const heard: unknown[] = []
  const findings = await findViolations(t.deps.db, [inPairs], {
    portion: (_, count) => heard.push(count),
    finding: ({ name, violations }) => heard.push([name, violations.length]),
  })
  expect(findings).toEqual([
    { name: 'every second', violations: ['a.0', 'c.0', 'e.0'] },
    { name: 'all', violations: ids.toSorted() },
  ])
  expect(heard).toEqual([1, 2, 3, ['every second', 3], ['all', 5]])
})

test('a check that fails lets those beside it end, and begins no other', async () => {
  const begun: string[] = []
  const named = (name: string, find: Check['find']): Check => ({
    names: [name],
    find: (tx, after) => {
      begun.push(name)
      return find(tx, after)
    },
  })
  const failing = named('failing', () => Promise.reject(new Error('it failed')))
  const checks = [failing, inPairs, named('later', async () => ({ violations: [], next: null }))]
  await expect(findViolations(t.deps.db, checks)).rejects.toThrow('it failed')
  expect(begun).toEqual(['failing'])
})
