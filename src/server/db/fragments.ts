import { testBrand } from '#domain/posts.ts'
import type { SearchKind } from '#domain/search.ts'

// Domain rules that SQL statements need too. Each is written once here, and a property test checks that it agrees with
// the domain function of the same name.

/** Whether a report counts: it was neither undone nor taken back. See `isLive` in domain/undo.ts. */
export function isLive(interactions: string): string {
  return `(${interactions}.undone_at is null and ${interactions}.taken_back_at is null)`
}

/** Whether members see a post: it is published, not deleted, and no test of the connection. */
export function isOfFeed(posts: string): string {
  return `(${posts}.deleted_at is null and ${posts}.published_at is not null and ${posts}.brand <> '${testBrand}')`
}

/** What became of a report. See `reportState` in domain/undo.ts. */
export function reportState(interactions: string): string {
  return `case when ${interactions}.undone_at is not null then 'undone'
    when ${interactions}.taken_back_at is not null then 'taken_back' else 'live' end`
}

/** Whether a report counted at an instant: it was made before, and not undone or taken back by then. */
export function wasLive(interactions: string, at: string): string {
  return `(${interactions}.reported_at < ${at}
    and (${interactions}.undone_at is null or ${interactions}.undone_at >= ${at})
    and not exists (select from take_backs gone where gone.interaction_id = ${interactions}.id
      and gone.created_at < ${at} and (gone.given_back_at is null or gone.given_back_at >= ${at})))`
}

/** Whether a check waits for its member or for a reviewer. */
export function isOpenCheck(checks: string): string {
  return `(${checks}.answered_at is null and ${checks}.decided_at is null)`
}

/** Whether a day counts for a contest; no day counts for a deleted one. See `countsFor` in domain/contests.ts. */
export function countsFor(contests: string, day: string): string {
  return `(${isKept(contests)} and ${isWithin(contests, day)})`
}

/** Whether a day is in a window, including both ends. */
export function isWithin(window: string, day: string): string {
  return `${day} between ${window}.start_date and ${window}.end_date`
}

/** Whether standings are kept for a contest. */
export function isKept(contests: string): string {
  return `${contests}.is_active and ${contests}.deleted_at is null`
}

/**
 * What the ledger must hold for a share, beyond what its report earned. `reports` is the left-joined report of the
 * share. See `heldPoints` in domain/shares.ts.
 */
export function heldPoints(shares: string, reports: string): string {
  const worth = `case when ${shares}.status = 'rejected' then 0 else ${shares}.points end`
  return `case when ${shares}.interaction_id is null then case when ${shares}.due_at is null then 0 else ${worth} end
    when ${isLive(reports)} then ${worth} - ${reports}.points else 0 end`
}

/** The prefix of the columns that order a board: `total_points` and so on for members, `points` for standings. */
export type BoardColumns = 'total_' | ''

/** The order of a board, best first; equal scores are adjacent. See `compareScores` in domain/leaderboard.ts. */
export function boardOrder(rows: string, columns: BoardColumns): string {
  const [points, shares, engagements] = scoreOf(rows, columns)
  return `${points} desc, ${shares} desc, ${engagements} desc, ${rows}.reached_at`
}

/** Whether one row ranks above another: only with a strictly better score, so that equal scores share a rank. */
export function isAhead(other: string, own: string, columns: BoardColumns): string {
  const [points, shares, engagements] = scoreOf(other, columns)
  const [ownPoints, ownShares, ownEngagements] = scoreOf(own, columns)
  return `(${points} > ${ownPoints} or (${points} = ${ownPoints}
    and (${shares} > ${ownShares} or (${shares} = ${ownShares}
    and (${engagements} > ${ownEngagements} or (${engagements} = ${ownEngagements}
    and ${other}.reached_at < ${own}.reached_at))))))`
}

function scoreOf(rows: string, columns: BoardColumns): [string, string, string] {
  return [`${rows}.${columns}points`, `${rows}.${columns}shares`, `${rows}.${columns}engagements`]
}

/** Whether a text in small letters is found by the pattern of a search. See `searchOf` in domain/search.ts. */
export function isFound(text: string, kind: SearchKind, pattern = '$pattern'): string {
  return kind === 'start' ? `${text} ~ lower(${pattern})` : `${text} like lower(${pattern})`
}

/** A team that may be deleted by now, as JSON; null for none. */
export function bookedTeamOf(teamId: string): string {
  return `(select json_build_object('id', t.id, 'name', t.name, 'color', t.color, 'isDeleted', t.deleted_at is not null)
     from teams t where t.id = ${teamId})`
}

/** The team that a member is in, as JSON; null for none. */
export function teamCardOf(users: string): string {
  return `(select json_build_object('id', t.id, 'name', t.name, 'color', t.color) from teams t where t.id = ${users}.team_id)`
}
