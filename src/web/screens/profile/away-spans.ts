import { addDays, type Day } from '#domain/days.ts'

/** Days in a row, both included. */
export interface Span {
  readonly from: Day
  readonly to: Day
}

/** Days in order, as spans of days in a row. */
export function spansOf(days: readonly Day[]): Span[] {
  const spans: Span[] = []
  for (const day of days) {
    const last = spans.at(-1)
    if (last && addDays(last.to, 1) === day) spans[spans.length - 1] = { from: last.from, to: day }
    else spans.push({ from: day, to: day })
  }
  return spans
}
