import { readdir, readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { type ESTree, parseSync, Visitor } from 'vite'

export interface SourceFile {
  /** From the root of the project, with forward slashes. */
  path: string
  text: string
}

/** What the import law needs to know about a file. */
export interface SourceFacts {
  path: string
  lineCount: number
  parses: boolean
  /** Files of this project that are imported, as paths from its root; static, dynamic and type-only alike. */
  files: string[]
  /** Those of `files` that are loaded together with this one: neither dynamic nor type-only imports. */
  loadedFiles: string[]
  /** Packages and `node:` modules that are imported, without the path inside the package. */
  packages: string[]
  /** What the file exports by name, types among it; `parameters` counts those of a function. */
  exports: { name: string; parameters: number | null }[]
  hasDefaultExport: boolean
  hasReExport: boolean
  readsClock: boolean
  /** Asks the machine or a database for the date or the time. Durations from the monotonic clock do not count. */
  readsTimeOfDay: boolean
  readsEnvironment: boolean
  /** Lets a failed test be retried. */
  retriesTests: boolean
  opensTransaction: boolean
  callsFetch: boolean
  /** Turns a string into markup or code, so injected text would run. */
  runsText: boolean
  /** Ways around the compiler and the rules of style: see the rule "no tricks". */
  tricks: string[]
  /** The properties and parameters whose names say that they are ids, and whose types say only that they are texts. */
  plainIds: string[]
}

const sourceRoots = ['src', 'sandbox', 'test', 'scripts']
const sourceEndings = /\.(ts|tsx|js|mjs|cjs|jsx|css)$/
const sqlTimeOfDay = /(?<![.\w])now\(\)|\bcurrent_(date|time|timestamp)\b|\blocaltime(stamp)?\b/i
const isNameOfId = /^ids?$|[a-z]Ids?$/
const subpaths: Record<string, string> = {
  '#domain/': 'src/domain/',
  '#contract/': 'src/contract/',
  '#server/': 'src/server/',
  '#sandbox/': 'sandbox/',
  '#test/': 'test/',
  '#web/': 'src/web/',
}

/** Every source file of the project, with the settings of its tools. `root` is an absolute folder. */
export async function readSourceTree(root: string): Promise<SourceFile[]> {
  const paths = (await readdir(root)).filter((name) => name.endsWith('.config.ts'))
  for (const folder of sourceRoots) {
    for (const entry of await readdir(join(root, folder), { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/')
      if (entry.isFile() && sourceEndings.test(path)) paths.push(path)
    }
  }
  return Promise.all(
    paths.sort().map(async (path) => ({ path, text: await readFile(join(root, path), 'utf8') })),
  )
}

/** Parses one file. A file that does not parse has `parses: false` and no other facts. */
export function factsOf({ path, text }: SourceFile): SourceFacts {
  const facts: SourceFacts = {
    path,
    lineCount: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    parses: true,
    files: [],
    loadedFiles: [],
    packages: [],
    exports: [],
    hasDefaultExport: false,
    hasReExport: false,
    readsClock: false,
    readsTimeOfDay: false,
    readsEnvironment: false,
    retriesTests: false,
    opensTransaction: false,
    callsFetch: false,
    runsText: false,
    tricks: [],
    plainIds: [],
  }
  if (path.endsWith('.css')) return facts
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) return { ...facts, parses: false }
  for (const { specifier, isLoaded } of gather(program, facts)) {
    const target = resolve(specifier, path)
    if (target.inProject) facts.files.push(target.name)
    else facts.packages.push(target.name)
    if (target.inProject && isLoaded) facts.loadedFiles.push(target.name)
  }
  return facts
}

interface Import {
  readonly specifier: string
  /** Whether it is loaded together with the file that imports it. */
  readonly isLoaded: boolean
}

/** Fills in the facts that are about code and returns everything that the program imports. */
function gather(program: ReturnType<typeof parseSync>['program'], facts: SourceFacts): Import[] {
  const imports: Import[] = []
  const add = (specifier: string, isLoaded: boolean) => imports.push({ specifier, isLoaded })
  new Visitor({
    ImportDeclaration(node) {
      add(node.source.value, node.importKind !== 'type')
      const namesEnv = node.specifiers.some(
        (each) => each.type === 'ImportSpecifier' && nameOf(each.imported) === 'env',
      )
      if (namesEnv && /^(node:)?process$/.test(node.source.value)) facts.readsEnvironment = true
    },
    SpreadElement({ argument }) {
      if (argument.type === 'ObjectExpression' || argument.type === 'ArrayExpression')
        facts.tricks.push('spreads a literal into a literal')
    },
    RestElement({ argument }) {
      if (argument.type === 'ArrayPattern') facts.tricks.push('takes parameters as a rest tuple')
    },
    TSTypeQuery({ exprName }) {
      const isParse = exprName.type === 'TSQualifiedName' && exprName.right.name === 'parse'
      if (isParse && nameOf(exprName.left) === 'JSON') facts.tricks.push('calls any by another name')
    },
    Identifier({ name, typeAnnotation }) {
      if (isNameOfId.test(name) && isText(typeAnnotation?.typeAnnotation)) facts.plainIds.push(name)
    },
    TSPropertySignature({ key, typeAnnotation }) {
      const name = nameOf(key) ?? ''
      if (isNameOfId.test(name) && isText(typeAnnotation?.typeAnnotation)) facts.plainIds.push(name)
    },
    ImportExpression(node) {
      if (node.source.type === 'Literal') add(String(node.source.value), false)
    },
    TSImportType(node) {
      add(node.source.value, false)
    },
    ExportAllDeclaration(node) {
      add(node.source.value, node.exportKind !== 'type')
      facts.hasReExport = true
    },
    ExportNamedDeclaration(node) {
      if (node.source) add(node.source.value, node.exportKind !== 'type')
      facts.hasReExport ||= node.source !== null
      facts.hasDefaultExport ||= node.specifiers.some((each) => nameOf(each.exported) === 'default')
      facts.exports.push(...exportsOf(node))
    },
    ExportDefaultDeclaration() {
      facts.hasDefaultExport = true
    },
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || nameOf(init) !== 'process') return
      facts.readsEnvironment ||= id.properties.some(
        (each) => each.type === 'Property' && nameOf(each.key) === 'env',
      )
    },
    MemberExpression(node) {
      const member = `${nameOf(node.object)}.${nameOf(node.property)}`
      facts.readsEnvironment ||= member === 'process.env'
      facts.readsClock ||= ['Date.now', 'performance.now', 'process.hrtime', 'Temporal.Now'].includes(member)
      facts.readsTimeOfDay ||= ['Date.now', 'Temporal.Now'].includes(member)
      facts.runsText ||= /\.(innerHTML|outerHTML|srcdoc|insertAdjacentHTML)$|^document\.write(ln)?$/.test(
        member,
      )
      facts.callsFetch ||= ['globalThis.fetch', 'window.fetch', 'self.fetch'].includes(member)
    },
    NewExpression(node) {
      const isPresent = nameOf(node.callee) === 'Date' && node.arguments.length === 0
      facts.runsText ||= nameOf(node.callee) === 'Function'
      facts.readsClock ||= isPresent
      facts.readsTimeOfDay ||= isPresent
    },
    Property({ key, value }) {
      facts.retriesTests ||= /^retr(y|ies)$/.test(nameOf(key) ?? '') && nameOf(value) !== '0'
    },
    Literal({ value }) {
      facts.readsTimeOfDay ||= typeof value === 'string' && sqlTimeOfDay.test(value)
    },
    TemplateElement({ value }) {
      facts.readsTimeOfDay ||= sqlTimeOfDay.test(value.raw)
    },
    CallExpression({ callee }) {
      facts.runsText ||= nameOf(callee) === 'Function'
      facts.readsClock ||= nameOf(callee) === 'Date'
      facts.readsTimeOfDay ||= nameOf(callee) === 'Date'
      facts.callsFetch ||= nameOf(callee) === 'fetch'
      facts.opensTransaction ||=
        callee.type === 'MemberExpression' && nameOf(callee.property) === 'transaction'
    },
  }).visit(program)
  return imports
}

function exportsOf({ declaration, specifiers }: ESTree.ExportNamedDeclaration): SourceFacts['exports'] {
  const names: unknown[] = specifiers.map((each) => each.exported)
  if (declaration?.type === 'FunctionDeclaration')
    return [{ name: nameOf(declaration.id) ?? '', parameters: declaration.params.length }]
  if (declaration?.type === 'VariableDeclaration') names.push(...declaration.declarations.map(({ id }) => id))
  else if (declaration) names.push(declaration.id)
  return names.map((name) => ({ name: nameOf(name) ?? '', parameters: null }))
}

/** Whether a type is a text, or several, or one that may be absent. */
function isText(type: ESTree.TSType | undefined): boolean {
  if (type?.type === 'TSUnionType') return type.types.some(isText)
  if (type?.type === 'TSArrayType') return isText(type.elementType)
  if (type?.type === 'TSTypeOperator') return isText(type.typeAnnotation)
  if (type?.type === 'TSTypeReference') return type.typeArguments?.params.some(isText) ?? false
  return type?.type === 'TSStringKeyword'
}

/** The plain name or text of a node, and undefined for anything more complex. */
function nameOf(node: unknown): string | undefined {
  const { type, name, value } = (node ?? {}) as { type?: string; name?: unknown; value?: unknown }
  if (type === 'Identifier') return String(name)
  return type === 'Literal' ? String(value) : undefined
}

function resolve(specifier: string, importer: string): { inProject: boolean; name: string } {
  for (const [prefix, folder] of Object.entries(subpaths)) {
    if (specifier.startsWith(prefix))
      return { inProject: true, name: folder + specifier.slice(prefix.length) }
  }
  if (specifier.startsWith('.'))
    return { inProject: true, name: posix.join(posix.dirname(importer), specifier) }
  if (specifier.startsWith('node:')) return { inProject: false, name: specifier }
  return { inProject: false, name: specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/') }
}
