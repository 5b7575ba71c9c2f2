import { readdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, it } from 'vitest'

const head = '| What | Shown by |'
const rule = '|---|---|'
/** A story as the page names it: its file, the titles of its groups, and its own. */
const storyName = /^`([^`]+)`$/
const tellsStory = /^(it|test)(\.each(<.*>)?\(.*\))?$/s
const opensGroup = /^(test\.)?describe(\.each(<.*>)?\(.*\))?$/s

const stories = await readStories()
const page = await read('../docs/coverage.md')

it('names stories that exist in every row', () => {
  expect(rowsOf(page).length).toBeGreaterThan(0)
  expect(problemsIn(page)).toEqual([])
})

it.each([
  ['no story', '| The bell counts what is new | |', 'names no story'],
  ['no code span', '| The bell counts | dashboard.spec.ts › shows where |', 'names no story'],
  [
    'an unknown story',
    '| The bell counts | `dashboard.spec.ts › nobody tells this` |',
    'nobody tells this` is',
  ],
  ['an unknown file', '| The bell counts | `nowhere.spec.ts › shows` |', 'nowhere.spec.ts › shows` is'],
  [
    'a story without its group',
    '| A way out | `sign-in-messages.spec.ts › to somebody who cancels` |',
    'is no',
  ],
  ['nothing to show', '| | `toasts.spec.ts › news` |', 'says nothing'],
  ['a cell too many', '| The bell | counts | `toasts.spec.ts › news` |', 'has 3 cells'],
])('finds a row with %s', (_, row, problem) => {
  const problems = problemsIn(`${page}\n${head}\n${rule}\n${row}\n`)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(problem)
})

it('knows the stories of loops and groups by their words in the source', () => {
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
  expect(titlesIn('some.spec.ts', text)).toEqual([
    `some.spec.ts › at \${width} pixels › it fits`,
    'some.spec.ts › the guard › stays',
    `some.spec.ts › a failing \${api || 'call'} is said`,
    'some.spec.ts › a group of %s › adds %i',
    'some.spec.ts › a typed group of %i › takes %s',
  ])
})

/** What is wrong with the rows of a page, in words. */
function problemsIn(text: string): string[] {
  return rowsOf(text).flatMap((row) => {
    const cells = cellsOf(row)
    if (cells.length !== 2) return [`${row} has ${cells.length} cells`]
    const [what = '', shownBy = ''] = cells
    if (what === '') return [`${row} says nothing`]
    return shownBy.split('<br>').flatMap((shown) => {
      const [, name] = storyName.exec(shown.trim()) ?? []
      if (name === undefined) return [`${row} names no story`]
      return stories.has(name) ? [] : [`\`${name}\` is no story or test`]
    })
  })
}

function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('|') && line !== head && line !== rule)
}

/** The cells of a row; a bar inside of one is written `\|`. */
function cellsOf(row: string): string[] {
  const inner = row.replace(/^\||\|\s*$/g, '')
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll('\\|', '|').trim())
}

/** The stories of the browser, and the tests without one. */
async function readStories(): Promise<ReadonlySet<string>> {
  const all = await Promise.all(
    ['../src', '.'].map(async (folder) => {
      const files = await readdir(new URL(folder, import.meta.url), { recursive: true })
      return files.map((file) => `${folder}/${file}`)
    }),
  )
  const files = all.flat().filter((file) => /(^\.\/e2e\/.*|\.test)\.tsx?$/.test(file))
  const titles = await Promise.all(files.map(async (file) => titlesIn(basename(file), await read(file))))
  return new Set(titles.flat())
}

/** The name of every story and test that a file tells; what a template puts in stands as it is written there. */
function titlesIn(file: string, text: string): string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const groups: string[] = []
  const found: string[] = []
  type Call = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0]
  const titleOf = ({ arguments: [title, body] }: Call) =>
    title && body ? text.slice(title.start + 1, title.end - 1) : null
  new Visitor({
    CallExpression(call) {
      const callee = text.slice(call.callee.start, call.callee.end)
      const title = titleOf(call)
      if (title === null) return
      if (tellsStory.test(callee)) found.push([file, ...groups, title].join(' › '))
      if (opensGroup.test(callee)) groups.push(title)
    },
    'CallExpression:exit'(call) {
      const callee = text.slice(call.callee.start, call.callee.end)
      if (opensGroup.test(callee) && titleOf(call) !== null) groups.pop()
    },
  }).visit(program)
  return found
}

function read(path: string): Promise<string> {
  return readFile(new URL(path, import.meta.url), 'utf8')
}
