/** The value of a cell; null is an empty cell. */
export type CsvCell = string | number | null

/** The byte order mark that begins a file. Without it, spreadsheets read UTF-8 as another encoding. */
export const csvStart = '\u{FEFF}'

// Spreadsheets take text that begins with one of these for a formula, full-width forms included. The pattern also
// finds them behind a leading `'`, which marks text in a spreadsheet.
const formula = /^'*[=+\-@\t\r\n\0＝＋－＠]/
const special = /[",;\t\r\n\0]|^\s|\s$/

/**
 * One line of a CSV file (RFC 4180), with its line break. Numbers stay numbers. Text that a spreadsheet would run as a
 * formula gets a leading `'`, so that the spreadsheet treats it as text.
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
