import { parser } from '@prometheus-io/lezer-promql'
import type { Sample } from '#test/support/scrape.ts'

/** What was scraped at one moment. */
export interface Scrape {
  readonly atMs: number
  readonly samples: readonly Sample[]
}

type Labels = Readonly<Record<string, string>>
interface Point {
  readonly labels: Labels
  readonly value: number
}
/** A number, or one point for each series. */
type Result = number | readonly Point[]

/** A part of an expression: its kind in the grammar, and the parts in it. */
interface Part {
  readonly kind: string
  readonly text: string
  readonly parts: readonly Part[]
}

interface Moment {
  readonly history: readonly Scrape[]
  readonly atMs: number
}

/** How long Prometheus takes the last sample of a series for its value. */
const lookBackMs = 5 * 60_000

/** Reads an expression of PromQL. Throws when it does not parse. */
export function parsed(expression: string): Part {
  const tops: Part[] = []
  const open: { kind: string; text: string; parts: Part[] }[] = []
  parser.parse(expression).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError)
        throw new Error(`Not PromQL near "${expression.slice(from, from + 20)}": ${expression}`)
      open.push({ kind: type.name, text: expression.slice(from, to), parts: [] })
    },
    leave: () => {
      const part = open.pop()
      if (part) (open.at(-1)?.parts ?? tops).push(part)
    },
  })
  return only(only({ kind: '', text: expression, parts: tops }))
}

/** The names of all series in an expression. */
export function seriesIn(part: Part): string[] {
  if (part.kind === 'VectorSelector') return [selectorOf(part).name]
  return part.parts.flatMap(seriesIn)
}

/** What an expression says at a moment: the subset of PromQL that the alerts use. Throws at anything else. */
export function evaluate(part: Part, moment: Moment): Result {
  switch (part.kind) {
    case 'NumberDurationLiteral':
      return Number(part.text)
    case 'VectorSelector':
      return latest(part, moment)
    case 'FunctionCall':
      return call(part, moment)
    case 'AggregateExpr':
      return aggregate(part, moment)
    case 'BinaryExpr':
      return combine(part, moment)
    default:
      throw new Error(`This evaluator does not know ${part.kind}: ${part.text}`)
  }
}

function selectorOf(part: Part) {
  const name = find(part, 'Identifier').text
  const matchers = (part.parts.find(({ kind }) => kind === 'LabelMatchers')?.parts ?? []).map((matcher) => {
    const label = find(matcher, 'LabelName').text
    const wanted = JSON.parse(find(matcher, 'StringLiteral').text) as string
    const pattern = new RegExp(`^(?:${wanted})$`)
    const kind = only(find(matcher, 'MatchOp')).kind
    return (labels: Labels) => {
      const given = labels[label] ?? ''
      const isMatching = kind.endsWith('Regex') ? pattern.test(given) : given === wanted
      return kind.startsWith('Neq') ? !isMatching : isMatching
    }
  })
  return {
    name,
    isWanted: (sample: Sample) => sample.name === name && matchers.every((each) => each(sample.labels)),
  }
}

/** The last value of each series that the last scrape had, as Prometheus marks all others stale. */
function latest(part: Part, { history, atMs }: Moment): Point[] {
  const { isWanted } = selectorOf(part)
  const last = history.findLast((each) => each.atMs <= atMs && each.atMs > atMs - lookBackMs)
  return (last?.samples ?? []).filter(isWanted).map(({ labels, value }) => ({ labels, value }))
}

function call(part: Part, moment: Moment): Result {
  const name = find(part, 'FunctionIdentifier').text
  const [inner] = find(part, 'FunctionCallBody').parts
  if (name === 'time') return moment.atMs / 1_000
  if (inner === undefined) throw new Error(`${name} needs an argument`)
  if (name === 'rate') return rate(inner, moment)
  if (name === 'absent') {
    const found = evaluate(inner, moment)
    return typeof found === 'number' || found.length > 0 ? [] : [{ labels: {}, value: 1 }]
  }
  throw new Error(`This evaluator does not know ${name}`)
}

/** The growth of each counter for each second between its first and its last sample in the window. */
function rate(matrix: Part, { history, atMs }: Moment): Point[] {
  const { isWanted } = selectorOf(find(matrix, 'VectorSelector'))
  const [, amount = '', unit = ''] = /\[(\d+)([smh])\]$/.exec(matrix.text) ?? []
  const windowMs = Number(amount) * (unit === 's' ? 1_000 : unit === 'm' ? 60_000 : 3_600_000)
  const series = new Map<string, { labels: Labels; samples: { atMs: number; value: number }[] }>()
  for (const each of history.filter((scraped) => scraped.atMs <= atMs && scraped.atMs > atMs - windowMs)) {
    for (const { labels, value } of each.samples.filter(isWanted)) {
      const key = JSON.stringify(labels)
      const known = series.get(key) ?? { labels, samples: [] }
      known.samples.push({ atMs: each.atMs, value })
      series.set(key, known)
    }
  }
  return [...series.values()].flatMap(({ labels, samples }) => {
    const [first, last] = [samples[0], samples.at(-1)]
    if (!first || !last || first === last) return []
    return [{ labels, value: (last.value - first.value) / ((last.atMs - first.atMs) / 1_000) }]
  })
}

function aggregate(part: Part, moment: Moment): Point[] {
  const by = part.parts.find(({ kind }) => kind === 'AggregateModifier')
  const names = by ? find(by, 'GroupingLabels').parts.map(({ text }) => text) : []
  const [inner] = find(part, 'FunctionCallBody').parts
  const points = inner ? evaluate(inner, moment) : []
  if (typeof points === 'number') throw new Error(`Not series: ${part.text}`)
  const groups = new Map<string, { labels: Labels; values: number[] }>()
  for (const { labels, value } of points) {
    const kept = Object.fromEntries(names.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])))
    const key = JSON.stringify(kept)
    const group = groups.get(key) ?? { labels: kept, values: [] }
    group.values.push(value)
    groups.set(key, group)
  }
  const name = find(part, 'AggregateOp').text
  return [...groups.values()].map(({ labels, values }) => ({
    labels,
    value: name === 'max' ? Math.max(...values) : values.reduce((sum, value) => sum + value, 0),
  }))
}

const arithmetic: Readonly<Record<string, (a: number, b: number) => number>> = {
  Add: (a, b) => a + b,
  Sub: (a, b) => a - b,
  Mul: (a, b) => a * b,
  Div: (a, b) => a / b,
}
const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  Eql: (a, b) => a === b,
  Neq: (a, b) => a !== b,
  Gtr: (a, b) => a > b,
  Gte: (a, b) => a >= b,
  Lss: (a, b) => a < b,
  Lte: (a, b) => a <= b,
}

function combine(part: Part, moment: Moment): Result {
  const [before, operator, after] = part.parts
  if (!before || !operator || !after) throw new Error(`Not a binary expression: ${part.text}`)
  const [left, right] = [evaluate(before, moment), evaluate(after, moment)]
  const partner = (labels: Labels) =>
    typeof right === 'number' ? right : right.find((each) => sameLabels(each.labels, labels))?.value
  const compute = arithmetic[operator.kind]
  if (compute && typeof left === 'number') {
    if (typeof right === 'number') return compute(left, right)
    return right.map(({ labels, value }) => ({ labels, value: compute(left, value) }))
  }
  if (typeof left === 'number') throw new Error(`A number stands before ${operator.text}`)
  if (operator.kind === 'Unless') return left.filter(({ labels }) => partner(labels) === undefined)
  return left.flatMap(({ labels, value }) => {
    const other = partner(labels)
    if (other === undefined) return []
    if (compute) return [{ labels, value: compute(value, other) }]
    const compare = comparisons[operator.kind]
    if (!compare) throw new Error(`This evaluator does not know ${operator.kind}`)
    return compare(value, other) ? [{ labels, value }] : []
  })
}

function sameLabels(one: Labels, other: Labels): boolean {
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
}

function find(part: Part, kind: string): Part {
  const found = part.parts.find((each) => each.kind === kind)
  if (!found) throw new Error(`No ${kind} in ${part.text}`)
  return found
}

function only({ parts, text }: Part): Part {
  const [first] = parts
  if (!first) throw new Error(`Nothing in ${text}`)
  return first
}
