import { parseSync } from 'vite'
import { isSql, sqlChanges } from './sql.ts'

/** A possible fault: a place in a source file and the faulty code for it. */
export interface Candidate {
  readonly operator: string
  readonly start: number
  readonly end: number
  /** The original code. For a change inside SQL, only the part that changes. */
  readonly before: string
  readonly after: string
  /** The faulty version of all text from `start` to `end`. */
  readonly faulty: string
  /** A statement is removed, an expression replaced. */
  readonly kind: 'expression' | 'statement'
  /** Whether the expression begins a statement, so that a bracket before it would continue the previous line. */
  readonly beginsStatement: boolean
  /** Whether it is evaluated when the file is loaded, rather than when a function runs. */
  readonly isAtLoad: boolean
  /** The position in the file that a report shows. */
  readonly offset: number
}

/** A node of the syntax tree. */
export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

interface Context {
  readonly parent: Node | null
  readonly depth: number
  readonly isChained: boolean
  /** Where the enclosing statement begins. */
  readonly statementStart: number | null
}

interface Change {
  readonly operator: string
  readonly after: string
  readonly kind?: 'statement'
  readonly before?: string
  readonly faulty?: string
  readonly offset?: number
}

type Read = (node: unknown) => string
type Rule = (node: Node, read: Read, parent: Node | null) => Change[]

const boundaries = new Map(Object.entries({ '<': '<=', '<=': '<', '>': '>=', '>=': '>' }))
const inversions = new Map(
  Object.entries({
    '<': '>=',
    '<=': '>',
    '>': '<=',
    '>=': '<',
    '===': '!==',
    '!==': '===',
    '==': '!=',
    '!=': '==',
  }),
)
const arithmetic = new Map(Object.entries({ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' }))
const twins = new Map(
  Object.entries({
    some: 'every',
    every: 'some',
    min: 'max',
    max: 'min',
    floor: 'ceil',
    ceil: 'floor',
    startsWith: 'endsWith',
    endsWith: 'startsWith',
  }),
)
/** Calls that can be removed from a chain. */
const removableCalls =
  /^(filter|where|trim|toLowerCase|refine|min|max|optional|nullable|toSorted|reverse|slice|orderBy|limit)$/
/** Functions of the query builder and their replacements, from the same package. */
const queryTwins = new Map(
  Object.entries({
    eq: 'ne',
    ne: 'eq',
    and: 'or',
    or: 'and',
    isNull: 'isNotNull',
    isNotNull: 'isNull',
    gt: 'gte',
    gte: 'gt',
    lt: 'lte',
    lte: 'lt',
    asc: 'desc',
    desc: 'asc',
  }),
)
/** Removing a longer call, such as a whole route, would make every test fail at once. */
const longestCall = 200
const loggers = /(^|\.)(log|logger|console)(\.|$)/
const appearanceProps =
  /^(style|styles|className|size|gap|[mpwh][xytblr]?|maw|miw|mah|mih|radius|width|height|stroke\w*|c?[xyr][12]?|fw|fz|lh|order|cols|spacing|offset|zIndex|rx|ry)$/

const rules: Readonly<Record<string, Rule>> = {
  BinaryExpression: (node, read) => {
    const operator = String(node.operator)
    const withOperator = (other: string) => `${read(node.left)} ${other} ${read(node.right)}`
    const changes: Change[] = []
    const boundary = boundaries.get(operator)
    if (boundary) changes.push({ operator: 'boundary', after: withOperator(boundary) })
    const inversion = inversions.get(operator)
    if (inversion) changes.push({ operator: 'comparison', after: withOperator(inversion) })
    const other = arithmetic.get(operator)
    if (other && !/['"`]/.test(read(node)))
      changes.push({ operator: 'arithmetic', after: withOperator(other) })
    return changes
  },
  LogicalExpression: (node, read) => {
    if (node.operator === '??') return []
    const other = node.operator === '&&' ? '||' : '&&'
    return [{ operator: 'logic', after: `(${read(node.left)}) ${other} (${read(node.right)})` }]
  },
  UnaryExpression: (node, read) =>
    node.operator === '!' ? [{ operator: 'negation', after: `!!(${read(node.argument)})` }] : [],
  ConditionalExpression: (node, read) => [
    {
      operator: 'swapped branches',
      after: `(${read(node.test)}) ? (${read(node.alternate)}) : (${read(node.consequent)})`,
    },
  ],
  Literal: (node, _, parent) => {
    if (typeof node.value === 'boolean') return [{ operator: 'truth', after: String(!node.value) }]
    if (typeof node.value !== 'number' || !/^[\d_]+$/.test(String(node.raw))) return []
    if (parent?.type === 'UnaryExpression') return []
    return [{ operator: 'number', after: String(node.value + 1) }]
  },
  ExpressionStatement: (node, read) => {
    const expression = node.expression as Node
    const called = expression.type === 'AwaitExpression' ? (expression.argument as Node) : expression
    if (called.type !== 'CallExpression' || loggers.test(read(called.callee).replace(/\s/g, ''))) return []
    if (node.end - node.start > longestCall) return []
    return [{ operator: 'left-out call', after: '', kind: 'statement' }]
  },
  CallExpression: callChanges,
}

/** All faults that could be planted in a file, in text order. Logs, messages, types and styling get none. */
export function candidatesOf(path: string, text: string): Candidate[] {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`)
  const found: Candidate[] = []
  const hasQueries = /from 'drizzle-orm'/.test(text)
  walk(
    program as unknown as Node,
    { parent: null, depth: 0, isChained: false, statementStart: null },
    (node, context) => {
      for (const change of changesOf(node, context, { text, path, hasQueries })) {
        const before = change.before ?? text.slice(node.start, node.end)
        found.push({
          operator: change.operator,
          start: node.start,
          end: node.end,
          before,
          after: change.after,
          faulty: change.faulty ?? change.after,
          kind: change.kind ?? 'expression',
          beginsStatement: context.statementStart === node.start,
          isAtLoad: context.depth === 0,
          offset: change.offset ?? node.start,
        })
      }
    },
  )
  return found.sort((one, other) => one.offset - other.offset)
}

interface Source {
  readonly path: string
  readonly text: string
  readonly hasQueries: boolean
}

function changesOf(node: Node, context: Context, { text, hasQueries }: Source): Change[] {
  const read: Read = (part) => text.slice((part as Node).start, (part as Node).end)
  const changes = rules[node.type]?.(node, read, context.parent) ?? []
  const { parent } = context
  if (parent?.type === 'IfStatement' && parent.test === node) {
    if (!rules[node.type] || node.type === 'CallExpression') {
      changes.push({ operator: 'negation', after: `!(${read(node)})` })
    }
    changes.push({ operator: 'never', after: 'false' })
  }
  if (hasQueries && node.type === 'CallExpression') changes.push(...queryChanges(node, read))
  changes.push(...changesInSql(node, context, text))
  // Brackets around a part of an optional chain would end the chain early.
  return context.isChained ? [] : changes
}

function callChanges(node: Node, read: Read): Change[] {
  const callee = node.callee as Node
  if (callee.type !== 'MemberExpression' || callee.computed === true) return []
  const name = read(callee.property)
  const args = (node.arguments as Node[]).map(read).join(', ')
  const changes: Change[] = []
  const twin = twins.get(name)
  const isMath = read(callee.object) === 'Math'
  if (twin && (isMath || !/^(min|max|floor|ceil)$/.test(name))) {
    changes.push({ operator: 'twin call', after: `${read(callee.object)}.${twin}(${args})` })
  }
  if (removableCalls.test(name) && !isMath)
    changes.push({ operator: 'left-out step', after: read(callee.object) })
  return changes
}

function queryChanges(node: Node, read: Read): Change[] {
  const name = read(node.callee)
  const args = (node.arguments as Node[]).map(read)
  const changes: Change[] = []
  const twin = queryTwins.get(name)
  if (twin) changes.push({ operator: 'query twin', after: `queryParts.${twin}(${args.join(', ')})` })
  if (name === 'and' && args.length > 1) {
    changes.push({ operator: 'query condition', after: `and(${args.slice(0, -1).join(', ')})` })
    changes.push({ operator: 'query condition', after: `and(${args.slice(1).join(', ')})` })
  }
  return changes
}

function changesInSql(node: Node, { parent }: Context, text: string): Change[] {
  const isTagged =
    node.type === 'TaggedTemplateExpression' &&
    /^sql(<|$)/.test(text.slice(node.start, (node.quasi as Node).start))
  const isText =
    (node.type === 'TemplateLiteral' && parent?.type !== 'TaggedTemplateExpression') ||
    (node.type === 'Literal' && typeof node.value === 'string')
  if (!isTagged && !isText) return []
  const literal = isTagged ? (node.quasi as Node) : node
  const sql = text.slice(literal.start + 1, literal.end - 1)
  if (!isTagged && !isSql(sql)) return []
  const head = text.slice(node.start, literal.start + 1)
  return sqlChanges(sql).map(({ operator, start, end, text: after }) => ({
    operator,
    before: sql.slice(start, end),
    after,
    faulty: `${head}${sql.slice(0, start)}${after}${sql.slice(end)}${text.slice(literal.end - 1, literal.end)}`,
    offset: literal.start + 1 + start,
  }))
}

const throughTypes = /^TS(As|Satisfies|NonNull|Instantiation)Expression$/
const functions = /Function|MethodDefinition/
const unvisited: Readonly<Record<string, readonly string[]>> = {
  ImportDeclaration: ['source', 'specifiers', 'attributes'],
  ExportAllDeclaration: ['source', 'exported'],
  ExportNamedDeclaration: ['source', 'specifiers', 'attributes'],
  ImportExpression: ['source'],
  AssignmentExpression: ['left'],
  UpdateExpression: ['argument'],
}

function walk(node: Node, context: Context, visit: (node: Node, context: Context) => void): void {
  if (node.type.startsWith('TS') && !throughTypes.test(node.type)) return
  if (node.type === 'JSXAttribute' && appearanceProps.test(String((node.name as { name?: unknown }).name)))
    return
  if (node.type === 'NewExpression' && /Error$/.test(String((node.callee as { name?: unknown }).name))) return
  visit(node, context)
  const skipped = unvisited[node.type] ?? (node.computed === true ? [] : namesIn(node.type))
  for (const [key, value] of Object.entries(node)) {
    if (skipped.includes(key)) continue
    for (const child of Array.isArray(value) ? value : [value]) {
      if (!isNode(child)) continue
      walk(child, contextFor(node, child, context), visit)
    }
  }
}

function contextFor(node: Node, child: Node, context: Context): Context {
  const isStatement =
    node.type === 'ExpressionStatement' &&
    /^(Program|BlockStatement|SwitchCase|FunctionBody)$/.test(context.parent?.type ?? '')
  const isLink = node.callee === child || node.object === child || node.type === 'ChainExpression'
  return {
    parent: node,
    depth: context.depth + (functions.test(node.type) ? 1 : 0),
    isChained: isLink && (node.type === 'ChainExpression' || context.isChained),
    statementStart: isStatement ? node.start : context.statementStart,
  }
}

function namesIn(type: string): readonly string[] {
  if (type === 'MemberExpression') return ['property']
  return /^(Property|PropertyDefinition|MethodDefinition)$/.test(type) ? ['key'] : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'
}
