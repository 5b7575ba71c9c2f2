/** A change to a piece of SQL: `text` replaces what is between `start` and `end`. */
export interface SqlChange {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly text: string
}

interface Swap {
  readonly operator: string
  readonly pattern: RegExp
  readonly text: (found: string) => string
}

const opposites: Readonly<Record<string, string>> = {
  '>=': '>',
  '>': '>=',
  '<=': '<',
  '<': '<=',
  '+': '-',
  '-': '+',
  desc: 'asc',
  asc: 'desc',
  'is null': 'is not null',
  'is not null': 'is null',
  greatest: 'least',
  least: 'greatest',
  max: 'min',
  min: 'max',
  true: 'false',
  false: 'true',
}

const swaps: readonly Swap[] = [
  { operator: 'sql boundary', pattern: /(?<=\s)[<>]=?(?=\s)/g, text: opposite },
  { operator: 'sql sign', pattern: /(?<=\s)[+-](?=\s)/g, text: opposite },
  { operator: 'sql direction', pattern: /\b(desc|asc)\b/g, text: opposite },
  {
    operator: 'sql direction',
    pattern: /(?<=\border by [\w.()"]+)(?=\s*([,)]|limit\b|for\b|$))/g,
    text: () => ' desc',
  },
  { operator: 'sql null', pattern: /\bis (not )?null\b/g, text: opposite },
  { operator: 'sql choice', pattern: /\b(greatest|least|max|min)(?=\()/g, text: opposite },
  { operator: 'sql truth', pattern: /\b(true|false)\b/g, text: opposite },
  { operator: 'sql equality', pattern: /(?<=\b(where|and|or|on) [\w.()"]+ )=(?= )/g, text: () => '<>' },
  { operator: 'sql existence', pattern: /(?<!\bif )(?<!\bnot )\bexists(?= \()/g, text: () => 'not exists' },
  { operator: 'sql absence', pattern: /(?<!\bif )\bnot exists(?= \()/g, text: () => 'exists' },
  {
    operator: 'sql number',
    pattern: /(?<=[<>=+-] |limit )\d{1,3}\b(?!['.:])/g,
    text: (n) => `${Number(n) + 1}`,
  },
]

/** Words that end a condition, at the same depth of brackets at which it began. */
const ends =
  /^(and|or|group by|order by|limit|returning|union|on conflict|for|then|end|when|left join|join|window)\b/

const statementStart =
  /^\s*(with\s+(recursive\s+)?(\w|\$\{)|select\b|insert\s+into\b|update\s+\w+\s+set\b|delete\s+from\b|\w+\s+as\s+\()/
/** The starts of conditions, expressions and orders that statements share. */
const fragmentStart =
  /^(case when\b|\(\$\{[^}]*\} and \$\{|\(?\$\{\w+\}(\.\w+)? (is (not )?null|between|desc|[<>=]+)|\$\{\w+\}\.\w+ and )/

/** Whether a text is a SQL query or write, or a part of one. */
export function isSql(text: string): boolean {
  return statementStart.test(text) || fragmentStart.test(text)
}

/**
 * The changes that can be made to a piece of SQL, one at a time. Quoted text, comments and `${…}` do not change, and
 * every parameter is still used, so that no change is a mere syntax error.
 */
export function sqlChanges(sql: string): SqlChange[] {
  const plain = withoutQuotes(sql)
  const changes: SqlChange[] = []
  for (const { operator, pattern, text } of swaps) {
    for (const { index, 0: found } of plain.matchAll(pattern)) {
      changes.push({ operator, start: index, end: index + found.length, text: text(found) })
    }
  }
  for (const { index, 0: word } of plain.matchAll(/\b(and|or|where)\s+(?!conflict)/g)) {
    const start = index + word.length
    if (word.startsWith('and') && isBetween(plain, index)) continue
    if (!word.startsWith('where')) {
      const [operator, other] = word.startsWith('and') ? ['sql and', 'or'] : ['sql or', 'and']
      changes.push({ operator, start: index, end: index + word.trimEnd().length, text: other })
    }
    if (word.startsWith('or')) continue
    const end = endOfCondition(plain, start)
    changes.push({ operator: 'sql condition', start, end, text: `(${sql.slice(start, end)} or true)` })
  }
  return changes.filter(({ start, end, text }) => sql.slice(start, end) !== text)
}

function opposite(found: string): string {
  return opposites[found] ?? found
}

/** The same text and length, with quotes, comments and `${…}` blanked out. */
function withoutQuotes(sql: string): string {
  return sql.replace(/'[^']*'|--[^\n]*|\$\{[^}]*\}/g, (part) => '␣'.repeat(part.length))
}

/** Whether the `and` at this index belongs to a `between`. */
function isBetween(sql: string, index: number): boolean {
  const before = sql.slice(0, index)
  const words = [...before.matchAll(/\b(and|or|where|between|when|on)\b/g)]
  return words.at(-1)?.[0] === 'between'
}

function endOfCondition(sql: string, start: number): number {
  let depth = 0
  let isOpenBetween = false
  for (let at = start; at < sql.length; at++) {
    if (sql[at] === '(') depth += 1
    if (sql[at] === ')') depth -= 1
    if (depth < 0 || (depth === 0 && sql[at] === ',')) return trimmed(sql, at)
    if (depth > 0 || /\w/.test(sql[at - 1] ?? ' ')) continue
    const rest = sql.slice(at)
    if (/^between\b/.test(rest)) isOpenBetween = true
    else if (isOpenBetween && /^and\b/.test(rest)) isOpenBetween = false
    else if (ends.test(rest)) return trimmed(sql, at)
  }
  return trimmed(sql, sql.length)
}

function trimmed(sql: string, end: number): number {
  return sql.slice(0, end).trimEnd().length
}
