// Domain rules that SQL statements need too. Each is written once here, and a property test checks that it agrees with
// the domain function of the same name.

/** Whether a report counts, which means that it was not undone. See `isLive` in domain/undo.ts. */
export function isLive(interactions: string): string {
  return `${interactions}.undone_at is null`
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

/** The points that a member holds for a share. See `heldPoints` in domain/shares.ts. */
export function heldPoints(shares: string): string {
  return `case when (${shares}.interaction_id is not null or ${shares}.due_at is not null)
    and ${shares}.status <> 'rejected' then ${shares}.points else 0 end`
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
