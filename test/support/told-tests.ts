import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** A story of the browser or a test. */
export interface ToldTest {
  /** Its file, the titles of its groups and its own title, as written in the source: `file › group › title`. */
  name: string
  /** The ids of the requirements that it shows. */
  ids: string[]
}

/** A test with where it stands in the source, for those who read more of it than its name. */
export interface SourceTest extends ToldTest {
  /** Its file, from the root of the project. */
  path: string
  start: number
  end: number
}

type Call = Parameters<NonNullable<ConstructorParameters<typeof Visitor>[0]['CallExpression']>>[0]
type Argument = Call['arguments'][number]

const testCall = /^(it|test)(\.each(<.*>)?\(.*\))?$/s
const groupCall = /^(test\.)?describe(\.each(<.*>)?\(.*\))?$/s

/** Every story and test of the project, the browser stories first. `root` is an absolute folder. */
export async function readTests(root: string): Promise<SourceTest[]> {
  const stories = await filesIn(root, 'test/e2e')
  const folders = ['test', 'src', 'scripts'].map((folder) => filesIn(root, folder))
  const others = (await Promise.all(folders)).flat()
  const files = [...stories, ...others.filter((file) => /\.test\.tsx?$/.test(file))]
  const tests = files.map(async (file) => testsIn(file, await readFile(join(root, file), 'utf8')))
  return (await Promise.all(tests)).flat()
}

/** The tests in a file, in its order. Placeholders in a title stay as they are written. */
export function testsIn(path: string, text: string): SourceTest[] {
  const file = basename(path)
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message}`)
  const groups: string[] = []
  const found: SourceTest[] = []
  const calleeOf = ({ callee }: Call) => text.slice(callee.start, callee.end)
  const titleOf = ({ arguments: [title, body] }: Call) =>
    title && body ? text.slice(title.start + 1, title.end - 1) : null
  new Visitor({
    CallExpression(call) {
      const title = titleOf(call)
      if (title === null) return
      const name = [file, ...groups, title].join(' › ')
      const isGroup = groupCall.test(calleeOf(call))
      const isTest = testCall.test(calleeOf(call))
      const ids = isGroup || isTest ? idsOf(call.arguments[1], name) : []
      if (isGroup && ids.length > 0) throw new Error(`${name} is a group: its tests name what they show`)
      if (isGroup) groups.push(title)
      if (isTest) found.push({ name, ids, path, start: call.start, end: call.end })
    },
    'CallExpression:exit'(call) {
      if (groupCall.test(calleeOf(call)) && titleOf(call) !== null) groups.pop()
    },
  }).visit(program)
  return found
}

async function filesIn(root: string, folder: string): Promise<string[]> {
  const files = await readdir(join(root, folder), { recursive: true })
  return files
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.tsx?$/.test(file))
    .sort()
}

/** The ids in the options of a test: `tags` of Vitest, or `tag` of Playwright, which wants an @ before each. */
function idsOf(options: Argument | undefined, name: string): string[] {
  if (options?.type !== 'ObjectExpression') return []
  return options.properties.flatMap((each) => {
    if (each.type !== 'Property' || each.key.type !== 'Identifier') return []
    const { key, value } = each
    if (key.name !== 'tag' && key.name !== 'tags') return []
    const texts = value.type === 'ArrayExpression' ? value.elements : [value]
    return texts.map((text) => {
      if (text?.type !== 'Literal' || typeof text.value !== 'string')
        throw new Error(`${name} has a tag that is not written out`)
      return key.name === 'tag' ? text.value.replace(/^@/, '') : text.value
    })
  })
}
