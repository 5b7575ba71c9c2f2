import type { Day } from '#domain/days.ts'
import type { LedgerReason } from '#domain/vocabulary.ts'
import { statement, type Tx } from '#server/db/handle.ts'

export interface NewEntry {
  readonly id: string
  readonly userId: string
  readonly amount: number
  readonly reason: LedgerReason
  readonly subjectId: string
  /** The entry that an undo takes back. */
  readonly reversesId?: string
  /** The workspace day that it counts for. */
  readonly day: Day
  readonly at: Date
}

const lockMember = statement<{ id: string }>(
  'lock_member',
  'select id from users where id = $1 for no key update',
)

// A report and its undo write the same three places in a statement of their own: see the interactions feature.
const insertEntry = statement(
  'insert_ledger_entry',
  `with entry as (
     insert into ledger (id, user_id, amount, reason, subject_id, reverses_id, day, created_at)
     values ($1, $2, $3::int, $4, $5, $6, $7::date, $8::timestamptz)
   ), places as (
     insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
     select id, $2, $3::int, 0, 0, $8::timestamptz from contests
     where is_active and deleted_at is null and $7::date between start_date and end_date
     on conflict (contest_id, user_id)
       do update set points = standings.points + excluded.points,
         reached_at = greatest(standings.reached_at, excluded.reached_at)
   )
   update users set total_points = total_points + $3::int, reached_at = $8::timestamptz where id = $2`,
)

/** Puts the transaction in line with all other writes of this member. */
export async function lockMemberRow(tx: Tx, userId: string): Promise<void> {
  await tx.run(lockMember, [userId])
}

/** Appends an entry, and adds it to the member's total and to the standings of the day's contests. */
export async function insertLedgerEntry(tx: Tx, entry: NewEntry): Promise<void> {
  const { id, userId, amount, reason, subjectId, reversesId, day, at } = entry
  await tx.run(insertEntry, [
    id,
    userId,
    amount,
    reason,
    subjectId,
    reversesId ?? null,
    day,
    at.toISOString(),
  ])
}
