import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { type CsvCell, csvLine, csvStart } from './csv.ts'

describe('a line of a CSV file', () => {
  it.each<[string, CsvCell[], string]>([
    ['plain cells', ['Ana', 12, null, 'x'], 'Ana,12,,x'],
    ['negative numbers as numbers', [-15, 0, 2.5], '-15,0,2.5'],
    ['a comma', ['a,b'], '"a,b"'],
    ['a quotation mark', ['say "hi"'], '"say ""hi"""'],
    ['an inner line break', ['a\r\nb'], '"a\r\nb"'],
    ['surrounding spaces', [' a '], '" a "'],
    ['letters of any script', ['Łukasz 🎉 名前'], 'Łukasz 🎉 名前'],
  ])('writes %s', (_, cells, line) => {
    expect(csvLine(cells)).toBe(`${line}\r\n`)
  })

  it.each([
    '=HYPERLINK("x")',
    '+1',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '\0x',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    "'=1",
  ])(
    'writes %j as text that no spreadsheet runs',
    { tags: ['admin-analytics-no-formula', 'sec-62'] },
    (text) => {
      expect(csvLine([text])).toBe(`"'${text.replaceAll('"', '""')}"\r\n`)
    },
  )

  it('begins a file with the UTF-8 byte order mark', () => {
    expect([...new TextEncoder().encode(csvStart)]).toEqual([0xef, 0xbb, 0xbf])
  })
})

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.constantFrom(...'=+-@\t\r\n\0＝＋－＠\'",; a1'), { maxLength: 8 })
    .map((letters) => letters.join('')),
)
const rows = fc
  .integer({ min: 2, max: 5 })
  .chain((width) => fc.array(fc.array(text, { minLength: width, maxLength: width }), { maxLength: 5 }))

test('a CSV reader gets what was written, once the leading guard is removed', () => {
  fc.assert(
    fc.property(rows, (written) => {
      const read = readCsv(written.map(csvLine).join(''))
      expect(read.map((cells) => cells.map(withoutGuard))).toEqual(written)
      for (const cell of read.flat()) expect(cell).not.toMatch(/^[=+\-@\t\r\n\0＝＋－＠]/)
    }),
    { numRuns: 500 },
  )
})

function withoutGuard(cell: string): string {
  return /^'+[=+\-@\t\r\n\0＝＋－＠]/.test(cell) ? cell.slice(1) : cell
}

/** Reads strictly by RFC 4180. */
function readCsv(file: string): string[][] {
  const records: string[][] = []
  let rest = file
  let record: string[] = []
  while (rest !== '') {
    const field = /^(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/.exec(rest)
    if (!field) throw new Error(`Not CSV: ${JSON.stringify(rest)}`)
    const [whole, quoted, plain = '', end] = field
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    rest = rest.slice(whole.length)
    if (end === ',') continue
    records.push(record)
    record = []
  }
  return records
}
