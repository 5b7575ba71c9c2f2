import { type AnalyticsPeriod, type ExportFile, periodFiles, type TeamFigures } from '#contract/analytics.ts'
import { type CsvCell, csvLine, csvStart } from '#domain/csv.ts'
import { dayOf } from '#domain/days.ts'
import { activeShare, pointsPerActive, reportsOf } from '#domain/team-figures.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Deps } from '#server/deps.ts'
import { readDays, readTeamFigures, readWeeks, spanOf } from '../analytics/commands.ts'
import { exportSources, listExportRows } from './store.ts'

const pageRows = 1_000

interface Export {
  readonly name: string
  readonly pieces: AsyncIterable<string>
}

interface Wanted {
  readonly file: ExportFile
  /** The period, for a file that has one. */
  readonly days: AnalyticsPeriod
}

/**
 * Reads the first part of a file and notes the download in the audit trail. So an error until then is answered as an
 * error and not as half a file, and is no download.
 */
export async function openExport(deps: Deps, acting: Acting, { file, days }: Wanted): Promise<Export> {
  const pieces = await piecesOf(deps, acting, { file, days })
  const isOfPeriod = periodFiles.some((each) => each === file)
  const { from, to } = spanOf(deps, days)
  const details = isOfPeriod ? { from, to } : {}
  await recordAct(deps, deps.db, acting, { action: 'file.download', subject: file, details })
  deps.reads.noteWrite(acting.member.id)
  const today = dayOf(deps.clock.now(), deps.config.timeZone)
  const period = isOfPeriod ? `-${days}-days` : ''
  return { name: `ovation-${file.replace('.csv', `${period}-${today}.csv`)}`, pieces }
}

async function piecesOf(
  deps: Deps,
  { member }: Acting,
  { file, days }: Wanted,
): Promise<AsyncIterable<string>> {
  if (file === 'analytics.csv') {
    const rows = await readDays(deps, days)
    const cells = rows.map(({ day, likes, comments, shares, points }) => [
      day,
      likes,
      comments,
      shares,
      points,
    ])
    return oneOf([['Day', 'Likes', 'Comments', 'Shares', 'Points'], ...cells])
  }
  if (file === 'weeks.csv') {
    const rows = await readWeeks(deps)
    return oneOf([
      ['Week starting', 'Active members'],
      ...rows.map(({ monday, members }) => [monday, members]),
    ])
  }
  if (file === 'teams.csv') {
    return oneOf([teamHeads, ...(await readTeamFigures(deps, member.id, { days })).map(teamCells)])
  }
  const wanted = { file, span: spanOf(deps, days), limit: pageRows }
  const readPage = (after: string | null) =>
    deps.reads.list({ shows: null, by: member.id }, (db) => listExportRows(db, { ...wanted, after }))
  const first = await readPage(null)
  // Reads the next page only after the previous one has been sent.
  return (async function* () {
    let page = first
    yield csvStart + [exportSources[file].heads, ...page.rows].map(csvLine).join('')
    while (page.rows.length === pageRows) {
      page = await readPage(page.last)
      yield page.rows.map(csvLine).join('')
    }
  })()
}

const teamHeads = [
  'ID',
  'Team',
  'Deleted',
  'Members',
  'Active members',
  'Share of members (%)',
  'Reports',
  'Likes',
  'Comments',
  'Shares',
  'Points',
  'Points per active member',
  'Active members before',
  'Points before',
  'Points per active member before',
]

function teamCells({ team, ...sums }: TeamFigures): CsvCell[] {
  const { members, current, before } = sums
  return [
    team?.id ?? null,
    team?.name ?? 'No team',
    team?.isDeleted ? 'yes' : null,
    members,
    current.activeMembers,
    activeShare(sums),
    reportsOf(current),
    current.likes,
    current.comments,
    current.shares,
    current.points,
    pointsPerActive(current),
    before.activeMembers,
    before.points,
    pointsPerActive(before),
  ]
}

/** A short file in one piece. */
async function* oneOf(lines: readonly (readonly CsvCell[])[]): AsyncIterable<string> {
  yield csvStart + lines.map(csvLine).join('')
}
