/** What a cell can hold; null is an empty one. */
export type CsvCell = string | number | null

/** Begins a file: without this mark spreadsheets read UTF-8 as something else. */
export const csvStart = '\u{FEFF}'

// With one of these at its start a spreadsheet takes a text for a formula, full-width forms and those behind the mark
// that makes it a text included.
const formula = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const special = /[",;\t\r\n\0]|^\s|\s$/

/**
 * One line of a CSV file (RFC 4180), its end included. Numbers stay numbers. A text that a spreadsheet would run as a
 * formula gets a leading `'`, which makes it a text there.
 */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(fieldOf).join(',')}\r\n`
}

function fieldOf(cell: CsvCell): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  if (formula.test(cell)) return quoted(`'${cell}`)
  return special.test(cell) ? quoted(cell) : cell
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
