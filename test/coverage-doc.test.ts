import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  type Coverage,
  coveragePage,
  problemsIn,
  requirementsIn,
  requirementsList,
  standardList,
} from '#test/support/requirements.ts'
import { readTests, testsIn } from '#test/support/told-tests.ts'

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')
const small = {
  list: '# What is owed\n\nEach with its id.\n\n## Bell\n\n- **bell-count** The bell counts.\n',
  tests: [{ name: 'bar.spec.ts › the bell counts', ids: ['bell-count'] }],
}

it.each([
  [requirementsList, standardList],
  [standardList, requirementsList],
])('every line of $file has a test, every tag is a line, and the page is up to date', async (of, other) => {
  const [list = '', page = '', otherList = ''] = await Promise.all(
    [of.file, of.pageFile, other.file].map((name) => readFile(join(root, 'docs', name), 'utf8')),
  )
  const tests = await readTests(root)
  expect(tests.some(({ ids }) => ids.length > 0)).toBe(true)
  expect(problemsIn({ of, list, tests, page, otherLists: [otherList] })).toEqual([])
})

it('the standard of security and reliability has all of its rows, each with the number after the one before', async () => {
  const list = await readFile(join(root, 'docs', standardList.file), 'utf8')
  const counted = (kind: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${kind}-${String(index + 1).padStart(2, '0')}`)
  expect(requirementsIn(list).map(({ id }) => id)).toEqual([
    ...counted('sec', 72),
    ...counted('inv', 20),
    ...counted('f', 22),
    ...counted('rel', 10),
  ])
})

describe('the list of requirements, its tests and its page', () => {
  it('have no problem when they agree', () => {
    expect(problemsIn(withPage({}))).toEqual([])
  })

  it.each<[string, Partial<Coverage>, string]>([
    [
      'a tag that the list does not know',
      { tests: [...small.tests, { name: 'bar.spec.ts › the bell rings', ids: ['bell-rings'] }] },
      '“bar.spec.ts › the bell rings” shows bell-rings: unknown',
    ],
    [
      'an id that stands in two lists',
      { otherLists: ['## Bell\n\n- **bell-count** The bell counts to nine.\n'] },
      'bell-count stands in another list too',
    ],
    [
      'a requirement without a test',
      { list: `${small.list}- **bell-sound** The bell rings.\n` },
      'bell-sound is shown by no test',
    ],
    [
      'an id that occurs twice',
      { list: `${small.list}- **bell-count** The bell rings.\n` },
      'bell-count stands twice in the list',
    ],
    [
      'an id that is not well-formed',
      {
        list: `${small.list}- **Bell Sound** The bell rings.\n`,
        tests: [...small.tests, { name: 'bar.spec.ts › the bell rings', ids: ['Bell Sound'] }],
      },
      'Bell Sound is not words with hyphens between them',
    ],
    [
      'an id that begins like another',
      {
        list: `${small.list}- **bell-count-nine** It counts to nine.\n`,
        tests: [{ name: 'bar.spec.ts › the bell counts', ids: ['bell-count', 'bell-count-nine'] }],
      },
      'bell-count-nine begins like bell-count',
    ],
    [
      'a line that is not a requirement',
      { list: `${small.list}- bell-sound: the bell rings.\n` },
      '“- bell-sound: the bell rings.” is no requirement',
    ],
    [
      'a test that names an id twice',
      { tests: [{ name: 'bar.spec.ts › the bell counts', ids: ['bell-count', 'bell-count'] }] },
      '“bar.spec.ts › the bell counts” names an id twice',
    ],
    [
      'a page from before a test was renamed',
      {
        page: coveragePage(requirementsList, small.list, [
          { name: 'bar.spec.ts › it counts', ids: ['bell-count'] },
        ]),
      },
      'docs/coverage.md is out of date: npm run coverage',
    ],
    [
      'a page from before a requirement was reworded',
      { page: coveragePage(requirementsList, small.list.replace('counts', 'rings'), small.tests) },
      'docs/coverage.md is out of date: npm run coverage',
    ],
  ])('have a problem with %s', (_, planted, problem) => {
    expect(problemsIn(withPage(planted))).toEqual([problem])
  })
})

it('the page has a table for each section, and a vertical bar in a title does not end a cell', () => {
  const tests = [
    { name: 'bar.spec.ts › counts a | b', ids: ['bell-count'] },
    { name: 'bar.spec.ts › at last', ids: [] },
    { name: 'bar.test.ts › %s', ids: ['bell-count'] },
  ]
  expect(coveragePage(requirementsList, small.list, tests)).toContain(
    [
      '\n## Bell\n\n| Id | What | Shown by |\n|---|---|---|\n',
      '| bell-count | The bell counts. | `bar.spec.ts › counts a \\| b`<br>`bar.test.ts › %s` |\n',
    ].join(''),
  )
})

it('tests in loops and groups are named by their titles in the source', () => {
  const text = `
    test.describe(\`at \${width} pixels\`, () => { test('it fits', async () => {}) })
    test.describe('the guard', () => { test.use({}); test("stays", () => {}) })
    test(\`a failing \${api || 'call'} is said\`, () => {})
    describe.each(['one'])('a group of %s', () => { it.each([[1], [2]])('adds %i', () => {}) })
    describe.each<
      [number]
    >([[1]])('a typed group of %i', () => { test.each<[string, object]>([['a', {}]])('takes %s', () => {}) })
    test('one that is no story')
    rest('none either', () => {})`
  expect(testsIn('some.spec.ts', text).map(({ name }) => name)).toEqual([
    `some.spec.ts › at \${width} pixels › it fits`,
    'some.spec.ts › the guard › stays',
    `some.spec.ts › a failing \${api || 'call'} is said`,
    'some.spec.ts › a group of %s › adds %i',
    'some.spec.ts › a typed group of %i › takes %s',
  ])
})

it('the requirements of a test are read from its tags, for either runner', () => {
  const text = `
    test('a story', { tag: ['@bell-count', '@bell-list'] }, async () => {})
    it('a test', { timeout: 5_000, tags: ['bell-count'] }, () => {})
    it.each([[1]])('a loop to %i', { tags: ['bell-list'] }, () => {})
    it('that shows nothing', () => {})`
  expect(testsIn('some.spec.ts', text).map(({ ids }) => ids)).toEqual([
    ['bell-count', 'bell-list'],
    ['bell-count'],
    ['bell-list'],
    [],
  ])
})

it.each([
  ['that is not written out', `it('counts', { tags: [tag] }, () => {})`, 'has a tag that is not written out'],
  ['on a group', `describe('it', { tags: ['bell-count'] }, () => {})`, 'is a group'],
])('a tag %s is refused, because it would be overlooked', (_, text, problem) => {
  expect(() => testsIn('some.test.ts', text)).toThrow(problem)
})

/** The small list and its test with a planted fault. The page is generated from them, unless it has the fault. */
function withPage(planted: Partial<Coverage>): Coverage {
  const { list, tests, otherLists } = { ...small, otherLists: [], ...planted }
  const of = requirementsList
  return { of, list, tests, otherLists, page: planted.page ?? coveragePage(of, list, tests) }
}
