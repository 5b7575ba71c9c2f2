import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  lettersOf,
  problemsInWalk,
  type ReadTest,
  specificationPage,
  type Walk,
} from '#test/support/specification.ts'
import { hasLetter, TestLetters } from '#test/support/test-letters.ts'
import { readTests, testsIn } from '#test/support/told-tests.ts'

const root = new URL('..', import.meta.url).pathname.replace(/\/$/, '')

it('each statement is owed by requirements whose tests contain its letters, and the page is up to date', async () => {
  const [specification = '', list = '', page = ''] = await Promise.all(
    ['specification.md', 'requirements.md', 'coverage-specification.md'].map((name) =>
      readFile(join(root, 'docs', name), 'utf8'),
    ),
  )
  const letters = new TestLetters(root)
  const tests: ReadTest[] = []
  for (const test of await readTests(root)) {
    tests.push({ ...test, text: test.ids.length > 0 ? await letters.textOf(test) : '' })
  }
  expect(specification.match(/^- \*\*/gm)?.length).toBeGreaterThan(450)
  expect(problemsInWalk({ specification, list, tests, page })).toEqual([])
})

const head = '# The specification\n\nSentence by sentence.\n\n'
const bell =
  '## 1. Bell\n\n- **1.1** The bell reads “9+” above nine. → bell-count\n- **1.2** It is a bell. → context\n'
const feed =
  '\n## 2. Feed\n\n- **2.1** Its label is fixed: “2 min ago”. Ruled: the true “N min ago” (as “3 min ago”). → feed-age\n'
const small = {
  specification: head + bell + feed,
  list: '# What is owed\n\n## Bar\n\n- **bell-count** The bell counts.\n- **feed-age** The age is true.\n',
  tests: [
    { name: 'bar.spec.ts › counts', ids: ['bell-count'], text: `toHaveText('9+')` },
    { name: 'feed.test.ts › has its age', ids: ['feed-age'], text: `toBe('3 min ago')` },
  ],
}

describe('the statements, the requirements, the tests and the page', () => {
  it('have no problem when they agree', () => {
    expect(problemsInWalk(withPage({}))).toEqual([])
  })

  it.each<[string, Partial<Walk>, string]>([
    ['a statement that owes nothing', changed('→ context', ''), '“- **1.2** It is a bell. ” is no statement'],
    [
      'an id that is not in the list',
      changed('→ feed-age', '→ feed-age, feed-old'),
      '2.1 owes feed-old: unknown',
    ],
    [
      'a ruling that nothing shows',
      changed('→ feed-age', '→ context, feed-age'),
      '2.1 owes context: unknown',
    ],
    [
      'an id that is named twice',
      changed('→ bell-count', '→ bell-count, bell-count'),
      '1.1 owes an id twice',
    ],
    ['a number that stands twice', changed('**1.2**', '**1.1**'), '1.1 stands where 1.2 should'],
    ['a gap in the numbers', changed('**1.2**', '**1.3**'), '1.3 stands where 1.2 should'],
    ['a number of another section', changed('**2.1**', '**1.3**'), '1.3 stands where 2.1 should'],
    ['a section that is missing', changed('## 2. Feed', '## 3. Feed'), 'section 3 stands where 2 should'],
    ['a label that no test contains', changed('“9+”', '“10+”'), '1.1: no test of its ids contains “10+”'],
    [
      'a label that only a test of another id contains',
      changed('“9+”', '“9+” and “3 min ago”'),
      '1.1: no test of its ids contains “3 min ago”',
    ],
    [
      'a built label that no test contains',
      changed('(as “3 min ago”)', '(as “4 min ago”)'),
      '2.1: no test of its ids contains “4 min ago”',
    ],
    [
      'a page from before a statement was reworded',
      { page: specificationPage(small.specification.replace('a bell', 'one'), small.tests) },
      'docs/coverage-specification.md is out of date: npm run coverage',
    ],
    [
      'a page from before a test was renamed',
      { page: specificationPage(small.specification, [{ name: 'bar.spec.ts › sums', ids: ['bell-count'] }]) },
      'docs/coverage-specification.md is out of date: npm run coverage',
    ],
  ])('have a problem with %s', (_, planted, problem) => {
    expect(problemsInWalk(withPage(planted))).toEqual([problem])
  })

  it('look for what a ruling says and not for what it replaces, and for nothing in a context', () => {
    const what = 'It reads “Old”. Ruled: “New”, `code` and “N new” (as “2 new”).'
    expect(lettersOf({ what, isContext: false })).toEqual(['New', 'code', '2 new'])
    expect(lettersOf({ what, isContext: true })).toEqual([])
  })

  it('stand in a table for each section, with the tests of each statement', () => {
    expect(specificationPage(small.specification, small.tests)).toContain(
      [
        '## 1. Bell\n\n| Number | Statement | Owes | Shown by |\n|---|---|---|---|\n',
        '| 1.1 | The bell reads “9+” above nine. | bell-count | `bar.spec.ts › counts` |\n',
        '| 1.2 | It is a bell. | context |  |\n',
      ].join(''),
    )
  })
})

describe('the letters of a test', () => {
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ovation-letters-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  /** The text of the only tagged test among these files. */
  async function textOf(files: Record<string, string>): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), text)
    }
    const path = 'test/a.test.ts'
    const tagged = testsIn(path, files[path] ?? '').filter(({ ids }) => ids.length > 0)
    const [test] = tagged
    if (!test || tagged.length > 1) throw new Error('One test has to be tagged')
    return new TestLetters(folder).textOf(test)
  }

  it.each([
    ['its own body', `it('x', { tags: ['a-b'] }, () => { expect(page).toHaveText('Label') })`],
    [
      'its table',
      `it.each([['Label']])('x', { tags: ['a-b'] }, (words) => { expect(page).toHaveText(words) })`,
    ],
    [
      'the table of its group',
      `describe.each([['Label']])('x', () => { it('y', { tags: ['a-b'] }, () => {}) })`,
    ],
    ['a hook around it', `afterEach(() => expect('Label'))\nit('x', { tags: ['a-b'] }, () => {})`],
    ['a loop around it', `for (const words of ['Label']) it('x', { tags: ['a-b'] }, () => expect(words))`],
    [
      'a function that it calls, and what that uses',
      `const words = 'Label'\nfunction check() { expect(words) }\nit('x', { tags: ['a-b'] }, () => check())`,
    ],
    [
      'an imported function',
      `import { check as other } from './help.ts'\nit('x', { tags: ['a-b'] }, () => other())`,
    ],
    [
      'an imported folder name',
      `import { check } from '#test/help.ts'\nit('x', { tags: ['a-b'] }, () => check())`,
    ],
    ['a text file that it names', `const file = './words.txt'\nit('x', { tags: ['a-b'] }, () => read(file))`],
    ['escaped form', String.raw`it('x', { tags: ['a-b'] }, () => { expect(page).toMatch(/\Label/) })`],
  ])('are read from %s', async (_, text) => {
    const help = `export function check() { return 'Label' }\nexport const idle = 'Idle'`
    const files = { 'test/a.test.ts': text, 'test/help.ts': help, 'test/words.txt': 'Label' }
    expect(hasLetter(await textOf(files), 'Label')).toBe(true)
  })

  it.each([
    ['its title', `it('Label', { tags: ['a-b'] }, () => {})`],
    ['the title of its group', `describe('Label', () => { it('x', { tags: ['a-b'] }, () => {}) })`],
    ['its tags', `it('x', { tags: ['a-b'], note: 'Label' }, () => {})`],
    ['a comment', `// Label\nit('x', { tags: ['a-b'] }, () => { /* Label */ })`],
    ['another test', `it('x', { tags: ['a-b'] }, () => {})\nit('y', () => expect('Label'))`],
    [
      'another group',
      `it('x', { tags: ['a-b'] }, () => {})\ndescribe('y', () => { before(() => expect('Label')) })`,
    ],
    [
      'a function that it does not call',
      `function check() { expect('Label') }\nit('x', { tags: ['a-b'] }, () => {})`,
    ],
    ['the product', `import { label } from '#web/label.ts'\nit('x', { tags: ['a-b'] }, () => expect(label))`],
    ['a longer word', `it('x', { tags: ['a-b'] }, () => { expect(page).toHaveText('Labels') })`],
    [
      'the stage that the runner sets',
      `import { test } from './help.ts'\ntest('x', { tags: ['a-b'] }, () => {})`,
    ],
  ])('are not read from %s', async (_, text) => {
    const help = `export const test = base.extend({ story: 'Label' })`
    const files = {
      'test/a.test.ts': text,
      'test/help.ts': help,
      'src/web/label.ts': `export const label = 'Label'`,
    }
    expect(hasLetter(await textOf(files), 'Label')).toBe(false)
  })

  it('are the same in straight and curly quotes', async () => {
    const text = await textOf({ 'test/a.test.ts': `it('x', { tags: ['a-b'] }, () => expect('You don’t'))` })
    expect(hasLetter(text, "You don't")).toBe(true)
    expect(hasLetter(text, 'You don’t')).toBe(true)
  })
})

function changed(from: string, to: string): Partial<Walk> {
  return { specification: small.specification.replace(from, to) }
}

/** The small walk with a planted fault. The page is generated from it, unless it has the fault. */
function withPage(planted: Partial<Walk>): Walk {
  const { specification, list, tests } = { ...small, ...planted }
  return { specification, list, tests, page: planted.page ?? specificationPage(specification, tests) }
}
