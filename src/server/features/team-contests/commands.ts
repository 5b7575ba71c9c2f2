import type { TeamStandings } from '#contract/contests.ts'
import type { ContestId, TeamId, WindowId } from '#domain/ids.ts'
import { teamAverage } from '#domain/teams.ts'
import type { WindowDays } from '#domain/windows.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { listTeamEntries } from '../teams/store.ts'
import { readContestWindow } from '../windows/commands.ts'
import { foldBookings } from '../windows/store.ts'
import * as store from './store.ts'

export interface TeamResult {
  readonly teamId: TeamId
  readonly name: string
  /** Points for each active member, to one decimal. */
  readonly average: number
}

/** The window with the scores of the teams of a contest; null while it is being built. */
export function readTeamWindow(deps: Deps, { startDate, endDate }: WindowDays): Promise<WindowId | null> {
  return readContestWindow(deps, { startDate, endDate })
}

/** Records how the teams stand at this moment, for good. Returns the first of them; null where none has a place. */
export async function recordTeams(
  tx: Tx,
  ended: WindowDays & { readonly contestId: ContestId; readonly windowId: WindowId },
): Promise<TeamResult | null> {
  const { contestId, windowId, startDate, endDate } = ended
  await foldBookings.one(tx, {})
  const first = await store.insertTeamStandings.first(tx, { contestId, windowId, startDate, endDate })
  return (
    first && {
      teamId: first.teamId,
      name: first.name,
      average: teamAverage(first.totalPoints, first.activeMembers),
    }
  )
}

/** How the teams stand in a contest, or stood when it had ended. 404 for a contest that is unknown or gone. */
export async function readTeamStandings(deps: Deps, contestId: ContestId): Promise<TeamStandings> {
  const { db } = deps
  const contest = await store.findTeamContest.first(db, { contestId })
  if (!contest) throw new AppError('unknown', 'This contest was not found')
  const { isBetweenTeams, isFinal } = contest
  if (isFinal) return standingsOf(await store.listTeamStandings(db, { contestId }), isFinal)
  if (!isBetweenTeams) return standingsOf([], isFinal)
  const windowId = await readTeamWindow(deps, contest)
  if (windowId === null) return { ...standingsOf([], isFinal), isPreparing: true }
  const rows = await listTeamEntries(db, { windowId })
  return standingsOf(
    rows.map((row) => ({ ...row, isDeleted: false })),
    isFinal,
  )
}

function standingsOf(rows: readonly store.TeamStandingRow[], isFinal: boolean): TeamStandings {
  const data = rows.map((row) => ({ ...row, average: teamAverage(row.totalPoints, row.activeMembers) }))
  return { data, total: data.length, isFinal }
}
