import { and, desc, eq, isNull, lt, or } from 'drizzle-orm'
import type { Share } from '#contract/shares.ts'
import type { Handle } from '#server/db/handle.ts'
import { statement } from '#server/db/handle.ts'
import { shares } from '#server/db/schema.ts'
import type { Place } from '#server/http/cursor.ts'

export type ShareRow = typeof shares.$inferSelect

type NewShareRow = Pick<
  ShareRow,
  'id' | 'userId' | 'platform' | 'customMessage' | 'contentType' | 'shareUrl' | 'status' | 'createdAt'
>

// The line says what the member holds for the share, from the first time that it is anything, and goes when it is nothing.
const setLine = statement(
  'set_share_activity',
  `with known as (
     update activities set points = $4::int where subject_id = $2 and type = 'share' and $4::int > 0 returning id
   ), gone as (
     delete from activities where subject_id = $2 and type = 'share' and $4::int = 0
   )
   insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
   select $1, $3, 'share', $5, $4::int, $6, $2, $7::timestamptz
   where $4::int > 0 and not exists (select from known)`,
)

interface SharesWanted {
  /** Null for everybody. */
  readonly ownerId: string | null
  /** Whether those are left out that reports made. */
  readonly isSubmitted: boolean
  readonly limit: number
  readonly after: Place | null
}

/** Shares, the newest first. */
export function listShareRows(
  db: Handle,
  { ownerId, isSubmitted, limit, after }: SharesWanted,
): Promise<ShareRow[]> {
  const ofOwner = ownerId === null ? undefined : eq(shares.userId, ownerId)
  return db.orm
    .select()
    .from(shares)
    .where(
      and(
        ofOwner,
        isSubmitted ? isNull(shares.interactionId) : undefined,
        after ? isAfter(after) : undefined,
      ),
    )
    .orderBy(desc(shares.createdAt), desc(shares.id))
    .limit(limit)
}

export async function insertShare(tx: Handle, row: NewShareRow): Promise<ShareRow> {
  const [inserted] = await tx.orm.insert(shares).values(row).returning()
  if (!inserted) throw new Error('A share was not inserted')
  return inserted
}

/** Whose share it is; null when there is none. */
export async function findShareOwner(tx: Handle, id: string): Promise<string | null> {
  const rows = await tx.orm.select({ userId: shares.userId }).from(shares).where(eq(shares.id, id))
  return rows[0]?.userId ?? null
}

/** A share, locked until the transaction ends. */
export async function findShare(tx: Handle, id: string): Promise<ShareRow | null> {
  const rows = await tx.orm.select().from(shares).where(eq(shares.id, id)).for('update')
  return rows[0] ?? null
}

export async function updateShare(tx: Handle, { id, ...columns }: ShareRow): Promise<void> {
  await tx.orm.update(shares).set(columns).where(eq(shares.id, id))
}

interface ShareLine {
  readonly id: string
  readonly share: Pick<Share, 'id' | 'userId' | 'platform'>
  readonly points: number
  readonly description: string
  readonly at: Date
}

/** Keeps the share's line in the activities at what is held for it; none at 0. */
export async function updateShareActivity(tx: Handle, line: ShareLine): Promise<void> {
  const { id, share, points, description, at } = line
  await tx.run(setLine, [
    ...[id, share.id, share.userId, points, description, share.platform],
    at.toISOString(),
  ])
}

function isAfter({ at, id }: Place) {
  return or(lt(shares.createdAt, at), and(eq(shares.createdAt, at), lt(shares.id, id)))
}
