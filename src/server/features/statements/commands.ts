import {
  type LedgerEntry,
  type LedgerPart,
  type LedgerQuery,
  listOwnLedger,
  type Receipt,
} from '#contract/ledger.ts'
import { achievementKinds } from '#domain/achievements.ts'
import { appealUntil } from '#domain/appeals.ts'
import { type CsvCell, csvLine, csvStart } from '#domain/csv.ts'
import { asId, type UserId } from '#domain/ids.ts'
import { safeUrl, titleOf } from '#domain/posts.ts'
import { entryDescription, receiptWords } from '#domain/statements.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { pageOf, placeOf } from '#server/http/cursor.ts'
import { findStatementMember, type LedgerRow, listLedgerMonths, listLedgerRows } from './store.ts'

/** A part of a member's statement, newest first. */
export async function readStatement(deps: Deps, userId: UserId, query: LedgerQuery): Promise<LedgerPart> {
  const { db, config } = deps
  const [{ data, nextCursor }, months] = await Promise.all([
    readEntries(deps, userId, query),
    listLedgerMonths(db, { userId, timeZone: config.timeZone }),
  ])
  return { data, nextCursor, months }
}

/** The same for reviewers, with the member's name; nobody appeals there. */
export async function readStatementOf(deps: Deps, userId: UserId, query: LedgerQuery) {
  const user = await findStatementMember.first(deps.db, { id: userId })
  if (!user) throw new AppError('unknown', 'This user was not found')
  const { data, ...rest } = await readStatement(deps, userId, query)
  return { user, ...rest, data: data.map((entry) => ({ ...entry, appealable: null })) }
}

async function readEntries({ db, clock, config }: Deps, userId: UserId, query: LedgerQuery) {
  const { limit, cursor, reason = null, from = null, to = null } = query
  const after = placeOf<'ledgerEntry'>(cursor)
  const place = { afterAt: after?.at ?? null, afterId: after?.id ?? null }
  const wanted = { userId, timeZone: config.timeZone, limit: limit + 1, reason, from, to, ...place }
  const { page, nextCursor } = pageOf(await listLedgerRows(db, wanted), limit, (row) => row)
  return { data: page.map((row) => entryView(row, clock.now())), nextCursor }
}

const pageRows = 500
const heads = ['Booked on', 'Counts for', 'What', 'Reason', 'Sum', 'Points', 'Points after', 'Note', 'Team']

/** A member's statement as a spreadsheet file, in pieces. Reads the next page only after the previous one was sent. */
export async function statementFile(
  deps: Deps,
  userId: UserId,
  filters: Omit<LedgerQuery, 'limit' | 'cursor'>,
): Promise<AsyncIterable<string>> {
  const asked = { shows: listOwnLedger, by: userId }
  const readPage = (cursor?: string) =>
    deps.reads.list(asked, (db) =>
      readEntries({ ...deps, db }, userId, { ...filters, limit: pageRows, cursor }),
    )
  const first = await readPage()
  return (async function* () {
    let part = first
    yield csvStart + [heads, ...part.data.map(cellsOf)].map(csvLine).join('')
    while (part.nextCursor !== null) {
      part = await readPage(part.nextCursor)
      yield part.data.map((entry) => csvLine(cellsOf(entry))).join('')
    }
  })()
}

function cellsOf(entry: LedgerEntry): CsvCell[] {
  const { bookedOn, day, description, reason, rule, amount, balance, note, team } = entry
  const sum = rule === null ? null : receiptWords(rule)
  return [bookedOn, day, description, reason, sum, amount, balance, note?.reason ?? null, team?.name ?? null]
}

const achievementNames = new Map(achievementKinds.map(({ code, name }) => [code, name]))

function entryView(row: LedgerRow, now: Date): LedgerEntry {
  const { id, day, bookedOn, reason, amount, balance, isUndone, overCap } = row
  const { report, achievement, shareStatus, platform, author, team } = row
  const title = titleOfRow(row)
  const subject = { type: row.subjectType, id: row.subjectId, title }
  const facts = { ...row, title, isReviewed: row.isTakeBack }
  return {
    id,
    createdAt: row.at.toISOString(),
    day,
    bookedOn,
    reason,
    amount,
    balance,
    description: entryDescription(facts),
    subject,
    rule: receiptOf(row),
    overCap,
    isUndone,
    note: noteOf(row),
    team,
    appeal: row.hasAppeal ? { outcome: row.decision ?? 'open', reason: row.decisionReason } : null,
    appealable: appealableOf(row, now),
    report,
    achievement,
    shareStatus,
    platform,
    author,
    url: safeUrl(row.url),
  }
}

function titleOfRow({ achievement, content, note, subjectType }: LedgerRow): string {
  if (achievement !== null) return achievementNames.get(achievement) ?? achievement
  if (subjectType === 'adjustment') return note ?? ''
  return content === null ? '' : titleOf(content)
}

function receiptOf({
  ruleId: id,
  ruleValue,
  ruleMultiplier,
  bonusType,
  bonusValue,
}: LedgerRow): Receipt | null {
  if (id === null || ruleValue === null || ruleMultiplier === null) return null
  return { id, pointValue: ruleValue, multiplier: ruleMultiplier, bonus: bonusValue ?? 0, bonusType }
}

function noteOf({ note: reason, byId: id, byUsername, byDisplayName, byAvatar: avatar }: LedgerRow) {
  if (reason === null) return null
  const by = id && { id, username: byUsername ?? '', displayName: byDisplayName ?? '', avatar }
  return { by, reason }
}

function appealableOf({ mayAppeal, at, subjectId, subjectType }: LedgerRow, now: Date) {
  const until = appealUntil(at)
  if (!mayAppeal || now > until) return null
  const isShare = subjectType === 'share'
  return {
    interactionId: isShare ? null : asId<'interaction'>(subjectId),
    shareId: isShare ? asId<'share'>(subjectId) : null,
    until: until.toISOString(),
  }
}
