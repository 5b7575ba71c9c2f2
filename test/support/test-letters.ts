import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'
import type { SourceTest } from '#test/support/told-tests.ts'

/** Where a declaration or an import of a file stands: its text, or the file and the name that it comes from. */
type Meaning = { text: string } | { path: string; name: string | null }

/** A file of tests or of what they call, read for the letters in it. */
interface ReadFile {
  /** Its text without comments. */
  text: string
  /** Top-level declarations and imports from `test`, by name. */
  names: Map<string, Meaning>
  /** The ranges of those declarations and of all imports. */
  declared: Range[]
  /** Calls with a title and a body: tests, groups, and the like. */
  titled: TitledCall[]
}

interface Range {
  start: number
  end: number
}

interface TitledCall extends Range {
  /** The title and, where there are any, the options, whose words assert nothing. */
  head: Range
}

const word = /[\p{L}_$][\p{L}\p{N}_$]*/gu
const textFile = /['"`](\.\.?\/[\w./-]+\.txt)['"`]/g

/**
 * Reads what a test can compare with: its own source without title, tags and comments; the hooks and tables around it; and
 * whatever it names, directly or not, from its file and other files under `test`. Product code is not followed, because a
 * label that a test takes from the product proves nothing about the label.
 */
export class TestLetters {
  readonly #root: string
  readonly #files = new Map<string, Promise<ReadFile>>()

  constructor(root: string) {
    this.#root = root
  }

  async textOf({ path, start, end }: SourceTest): Promise<string> {
    const file = await this.#read(path)
    const encloses = (outer: Range) => outer.start <= start && outer.end >= end
    const others = file.titled.filter((call) => !encloses(call) && !(call.start > start && call.end < end))
    const heads = file.titled.map(({ head }) => head)
    const own = blanked(file.text, [others, heads, file.declared.filter((range) => !encloses(range))].flat())
    const reached = [own]
    await this.#follow(path, own, reached, new Set())
    return plain(reached.join('\n'))
  }

  /** Adds to `reached` all that `text`, a part of the file `path`, names. */
  async #follow(path: string, text: string, reached: string[], seen: Set<string>): Promise<void> {
    const { names } = await this.#read(path)
    for (const [, file = ''] of text.matchAll(textFile)) {
      const found = posix.join(posix.dirname(path), file)
      reached.push(await readFile(join(this.#root, found), 'utf8').catch(() => ''))
    }
    for (const name of new Set(text.match(word))) {
      // The runner's `test` may set a stage, which compares nothing.
      if (name !== 'test' && names.has(name)) await this.#reach({ path, name }, reached, seen)
    }
  }

  async #reach(
    place: { path: string; name: string | null },
    reached: string[],
    seen: Set<string>,
  ): Promise<void> {
    const key = `${place.path} ${place.name}`
    if (seen.has(key)) return
    seen.add(key)
    const { names, text } = await this.#read(place.path)
    const meaning = place.name === null ? { text } : names.get(place.name)
    if (meaning === undefined) return
    if ('path' in meaning) return this.#reach(meaning, reached, seen)
    reached.push(meaning.text)
    await this.#follow(place.path, meaning.text, reached, seen)
  }

  #read(path: string): Promise<ReadFile> {
    const known =
      this.#files.get(path) ?? readFile(join(this.#root, path), 'utf8').then((text) => parsed(path, text))
    this.#files.set(path, known)
    return known
  }
}

/** Whether the letter stands in the text, and not merely inside a longer word of it. Both are in one form of quotes. */
export function hasLetter(text: string, letter: string): boolean {
  const escaped = plain(letter).replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const before = /^\w/.test(letter) ? String.raw`(?<!\w)` : ''
  const after = /\w$/.test(letter) ? String.raw`(?!\w)` : ''
  return new RegExp(before + escaped + after).test(text)
}

/** In straight quotes, without backslashes, and with single spaces. */
function plain(text: string): string {
  return text.replaceAll('’', "'").replaceAll('\\', '').replaceAll(/\s+/g, ' ')
}

function parsed(path: string, source: string): ReadFile {
  const { program, comments } = parseSync(path, source)
  const text = blanked(source, comments)
  const titled: TitledCall[] = []
  new Visitor({
    CallExpression(call) {
      const [title, second] = call.arguments
      const last = call.arguments.at(-1)
      const hasBody = last?.type === 'ArrowFunctionExpression' || last?.type === 'FunctionExpression'
      const isTitle = title?.type === 'Literal' || title?.type === 'TemplateLiteral'
      if (
        !title ||
        !second ||
        !hasBody ||
        !isTitle ||
        !/^(it|test|describe)\b/.test(text.slice(call.start, call.end))
      )
        return
      const headEnd = second.type === 'ObjectExpression' ? second.end : title.end
      titled.push({ start: call.start, end: call.end, head: { start: title.start, end: headEnd } })
    },
  }).visit(program)
  const names = new Map<string, Meaning>()
  const declared: Range[] = []
  for (const statement of program.body) {
    const meanings = meaningsOf(path, text, statement)
    if (meanings.length > 0 || statement.type === 'ImportDeclaration') declared.push(statement)
    for (const [name, meaning] of meanings) names.set(name, meaning)
  }
  return { text, names, declared, titled }
}

/** The names that a top-level statement declares or imports, with what they stand for. */
function meaningsOf(
  path: string,
  text: string,
  statement: ESTree.Statement | ESTree.ModuleDeclaration,
): [string, Meaning][] {
  if (statement.type === 'ImportDeclaration') {
    const from = fileOf(path, statement.source.value)
    if (from === null) return []
    return statement.specifiers.map((each) => [each.local.name, { path: from, name: importedName(each) }])
  }
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
  const own = { text: text.slice(statement.start, statement.end) }
  if (declaration?.type === 'VariableDeclaration')
    return declaration.declarations.flatMap(({ id }) =>
      namesIn(text.slice(id.start, id.end)).map((name) => [name, own] as [string, Meaning]),
    )
  const isNamed = declaration?.type === 'FunctionDeclaration' || declaration?.type === 'ClassDeclaration'
  return isNamed && declaration.id ? [[declaration.id.name, own]] : []
}

function importedName(specifier: ESTree.ImportDeclarationSpecifier): string | null {
  if (specifier.type !== 'ImportSpecifier') return null
  return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
}

/** The names in a pattern, some of which may be those of its types and properties: too many do no harm. */
function namesIn(pattern: string): string[] {
  return pattern.match(word) ?? []
}

/** The file under `test` that is imported, or the one beside a test of the product; any other is not followed. */
function fileOf(path: string, source: string): string | null {
  const found = source.startsWith('#test/')
    ? `test/${source.slice('#test/'.length)}`
    : posix.join(posix.dirname(path), source)
  return found.startsWith('test/') &&
    (source.startsWith('#test/') || source.startsWith('.')) &&
    /\.tsx?$/.test(found)
    ? found
    : null
}

/** The text with spaces in these ranges. */
function blanked(text: string, ranges: readonly Range[]): string {
  let result = text
  for (const { start, end } of ranges)
    result = result.slice(0, start) + ' '.repeat(end - start) + result.slice(end)
  return result
}
