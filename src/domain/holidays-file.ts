import { asDay, type Day } from './days.ts'

/** The days of a list of holidays, or the first line that has none. */
export type HolidaysFile =
  | { readonly days: readonly Day[] }
  | { readonly line: number; readonly text: string }

/**
 * Reads a list of holidays: a day such as `2026-12-25` at the start of each line, and after a comma, a semicolon or a
 * tab anything else, such as its name. Empty lines and a head line without a digit are passed over.
 */
export function holidaysIn(text: string): HolidaysFile {
  const days = new Set<Day>()
  const lines = text.replace(/^\u{FEFF}/u, '').split(/\r\n|\r|\n/)
  let isFirst = true
  for (const [nth, line] of lines.entries()) {
    if (line.trim() === '') continue
    const [first = ''] = line.split(/[,;\t]/)
    const cell = first.trim().replace(/^"(.*)"$/, '$1')
    const isHead = isFirst && !/\d/.test(cell)
    isFirst = false
    if (isHead) continue
    if (!isDay(cell)) return { line: nth + 1, text: cell }
    days.add(asDay(cell))
  }
  return { days: [...days].sort() }
}

function isDay(text: string): boolean {
  if (!/^2[01]\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
