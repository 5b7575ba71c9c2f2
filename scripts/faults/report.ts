import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Finding } from './hunt.ts'
import { areas } from './sample.ts'
import type { ExcludedTest } from './test-profiles.ts'

export interface Report {
  /** The test files that were not used. */
  leftOut: ExcludedTest[]
  readonly results: Finding[]
}

/** Writes a report atomically: a concurrent reader, or a kill, finds either the old one or the new one. */
export async function writeReport(file: string, report: Report): Promise<void> {
  const content = { ...report, scores: scoresOf(report.results) }
  await writeFile(`${file}.new`, `${JSON.stringify(content, null, 2)}\n`)
  await rename(`${file}.new`, file)
}

/** Reads a report; an empty one when there is no such file. */
export async function readReport(file: string | undefined): Promise<Report> {
  const text = file && (await readFile(file, 'utf8').catch(() => ''))
  return text ? (JSON.parse(text) as Report) : { leftOut: [], results: [] }
}

interface Score {
  readonly area: string
  readonly planted: number
  readonly found: number
}

/** How many faults were found in each area, and in total. */
export function scoresOf(results: readonly Finding[]): Score[] {
  const scoreOf = (area: string, findings: readonly Finding[]) => ({
    area,
    planted: findings.length,
    found: findings.filter(({ outcome }) => outcome !== 'survived').length,
  })
  const scores = areas.map((area) =>
    scoreOf(
      area,
      results.filter((each) => each.area === area),
    ),
  )
  return [...scores.filter(({ planted }) => planted > 0), scoreOf('all', results)]
}

/** A finding as one line. */
export function findingLine({
  id,
  outcome,
  place,
  operator,
  before,
  after,
  by,
  lookedIn,
  seconds,
}: Finding): string {
  const how = outcome === 'survived' ? `not found by the ${lookedIn.length} nearest test files` : by
  return `${id} ${outcome} ${place} ${operator}: ${before} → ${after} (${seconds} s; ${how})`
}

/** The excluded test files, the survivors and the table of scores, as lines. */
export function summary({ leftOut, results }: Report): string {
  const survivors = results.filter(({ outcome }) => outcome === 'survived')
  return [
    'excluded:',
    ...leftOut.map(({ file, reason }) => `${file}: ${reason}`),
    '\nsurvived:',
    ...survivors.map(findingLine),
    `\n${row(['area', 'planted', 'found', '%'])}`,
    ...scoresOf(results).map(({ area, planted, found }) =>
      row([area, planted, found, planted === 0 ? '-' : ((100 * found) / planted).toFixed(1)]),
    ),
  ].join('\n')
}

function row([name = '', ...figures]: (string | number)[]): string {
  return [String(name).padEnd(10), ...figures.map((figure) => String(figure).padStart(8))].join(' ')
}
