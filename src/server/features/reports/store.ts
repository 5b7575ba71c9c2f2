import { checkCauses, interactionTypes, platforms } from '#domain/vocabulary.ts'
import { DatabaseFailure } from '#server/db/failure.ts'
import { isOfFeed, isOpenCheck } from '#server/db/fragments.ts'
import type { Tx } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'
import { insertLines } from '../activities/store.ts'
import {
  appliedRule,
  appliedRuleParams,
  awardEntries,
  awardLines,
  awardParams,
  awards,
  bookedReport,
  countsOf,
  isUnchanged,
  isUnchangedParams,
  memberOfAwards,
  memberOfReport,
  memberOfReportParams,
} from '../ledger/store.ts'
import { insertReportShare } from '../shares/store.ts'

/** The unique index that allows one live report of a type by a member on a post. */
const oneLive = 'interactions_one_live'

const reportParams = {
  ...memberOfReportParams,
  id: col.id<'interaction'>(),
  ledgerId: col.id<'ledgerEntry'>(),
  activityId: col.id<'activity'>(),
  postId: col.id<'post'>(),
  platform: col.word(platforms),
  day: col.day,
  ownDay: col.nullable(col.day),
  overCap: col.nullable(col.int),
  description: col.text,
  ...appliedRuleParams,
}

// One statement is one transaction and one round trip: a report is written completely or not at all. It writes the
// member's row first, which serialises all writes of one member. Two members never wait for each other.
const report = `report as (
     insert into interactions (id, user_id, post_id, type, platform, points, day, own_day, reported_at, over_cap)
     select $id, member.id, $postId, $type, $platform, $points, $day, $ownDay, $reportedAt, $overCap from member
   )`
const reportEntry = `select $ledgerId as id, member.id as user_id, $points as amount, 'interaction' as reason, $id as subject_id,
       null::uuid as reverses_id, $day as day, $reportedAt as at, ${appliedRule}, ${countsOf('1', '$type')} from member`
const reportLine = `select $activityId, member.id, 'interaction', $description, $points, $platform, $id, $reportedAt
     from member`
const reportSql = (
  guard: string,
  more = '',
) => `with ${memberOfReport(guard)}, ${report}, ${bookedReport(reportEntry)},
   line as (${insertLines(reportLine)})${more}
   select (select version from member) as version`
/** The same with the achievements that the report unlocks. Everything is written once, with the sum of all points. */
const unlockingSql = (guard: string, more: string) => `with ${memberOfAwards(guard)}, ${awards}, ${report},
   ${bookedReport(`${reportEntry} union all ${awardEntries}`, true)},
   line as (${insertLines(`${reportLine} union all ${awardLines}`)})${more}
   select (select version from member) as version`
// Only in statements for shares, because every run initialises all parts of a statement, even those that write nothing.
const ownShare = `, own_share as (
     ${insertReportShare(`select $shareId, member.id, $id, $platform, posts.post_url, $reportedAt, $points
     from member join posts on posts.id = $postId where $type = 'share'`)}
   )`
const shareParams = { shareId: col.id<'share'>() }
const reportRow = { version: col.nullable(col.text) }

/** The rules and the post are as they were when they were read. Neither depends on the member, so each is one probe. */
const isKnown = `exists (select from report_basis where report_basis.version = $basis)
       and exists (select from posts p where p.id = $postId and ${isOfFeed('p')} and p.platform = $platform
         and p.author_name = $authorName)`
const isKnownParams = { basis: col.int, authorName: col.text }
/** The member is as read, and still has so many open checks that there is no further one. */
const isCounted = `${isUnchanged} and ($leastOpen is null or $leastOpen <= (
         select count(*) from checks where checks.user_id = users.id and ${isOpenCheck('checks')}))`
const isCountedParams = { ...isUnchangedParams, leastOpen: col.nullable(col.int) }

const readParams = { ...reportParams, ...isUnchangedParams }
const knownParams = { ...reportParams, ...isKnownParams }
const countedParams = { ...knownParams, ...isCountedParams }
const countedGuard = `${isKnown} and ${isCounted}`
/** The member's counts are as they were. A remembered version says nothing of them: only bounds were compared for it. */
const isReached = 'total_engagements = $reportsBefore and total_shares = $sharesBefore'

const insertReport = query({
  name: 'insert_report',
  sql: reportSql(isUnchanged),
  params: readParams,
  row: reportRow,
})
const insertShareReport = query({
  name: 'insert_share_report',
  sql: reportSql(isUnchanged, ownShare),
  params: { ...readParams, ...shareParams },
  row: reportRow,
})
const insertKnownReport = query({
  name: 'insert_known_report',
  sql: reportSql(isKnown),
  params: knownParams,
  row: reportRow,
})
const insertKnownShareReport = query({
  name: 'insert_known_share_report',
  sql: reportSql(isKnown, ownShare),
  params: { ...knownParams, ...shareParams },
  row: reportRow,
})
const insertCountedReport = query({
  name: 'insert_counted_report',
  sql: reportSql(countedGuard),
  params: countedParams,
  row: reportRow,
})
const insertCountedShareReport = query({
  name: 'insert_counted_share_report',
  sql: reportSql(countedGuard, ownShare),
  params: { ...countedParams, ...shareParams },
  row: reportRow,
})
/** Also a share, because few reports unlock something. */
const insertUnlockingReport = query({
  name: 'insert_unlocking_report',
  sql: unlockingSql(`${countedGuard} and ${isReached}`, ownShare),
  params: { ...countedParams, ...awardParams, ...shareParams, reportsBefore: col.int, sharesBefore: col.int },
  row: reportRow,
})

const statements = {
  read: { plain: insertReport, share: insertShareReport },
  remembered: { plain: insertKnownReport, share: insertKnownShareReport },
  counted: { plain: insertCountedReport, share: insertCountedShareReport },
}

/** What a statement compares: only the member, also what this process remembers, or that and what the member has done. */
export type Comparing = keyof typeof statements

/**
 * Writes a report with its ledger entry, totals, standings, streak, activity and share, and returns the new version of
 * the member's row. `duplicate`: the same report is already live; a transaction around it can only roll back. Null if
 * what decided it has changed since, or if the report would unlock a further achievement. Neither writes anything.
 */
export function insertInteraction(
  tx: Tx,
  report: Parameters<typeof insertCountedShareReport>[1],
  comparing: Comparing,
): Promise<string | null> {
  const { plain, share } = statements[comparing]
  return orDuplicate((report.type === 'share' ? share : plain).one(tx, report))
}

/** The same for a report that unlocks achievements: it compares everything, and writes them too. */
export function insertWithAwards(
  tx: Tx,
  report: Parameters<typeof insertUnlockingReport>[1],
): Promise<string | null> {
  return orDuplicate(insertUnlockingReport.one(tx, report))
}

async function orDuplicate(inserted: Promise<RowOf<typeof insertReport>>): Promise<string | null> {
  try {
    return (await inserted).version
  } catch (error) {
    if (error instanceof DatabaseFailure && error.constraint === oneLive) return 'duplicate'
    throw error
  }
}

/** Asks a member about a report. */
export const insertCheck = query({
  name: 'insert_check',
  sql: `insert into checks (id, user_id, interaction_id, cause, asked_at, due_at)
    values ($id, $userId, $interactionId, $cause, $askedAt, $dueAt)`,
  params: {
    id: col.id<'check'>(),
    userId: col.id<'user'>(),
    interactionId: col.id<'interaction'>(),
    cause: col.word(checkCauses),
    askedAt: col.instant,
    dueAt: col.instant,
  },
})

/** Whether a reviewer took back the member's report of this type on the post. */
export const isTakenBack = query({
  name: 'is_report_taken_back',
  sql: `select exists (
     select from interactions i where user_id = $userId and post_id = $postId and type = $type
       and undone_at is null and taken_back_at is not null
   ) as "isTakenBack"`,
  params: { userId: col.id<'user'>(), postId: col.id<'post'>(), type: col.word(interactionTypes) },
  row: { isTakenBack: col.bool },
})
