import { and, asc, count, eq } from 'drizzle-orm'
import type { SocialAccountId, UserId } from '#domain/ids.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { socialAccounts } from '#server/db/schema/connections.ts'

export type SocialAccountRow = typeof socialAccounts.$inferSelect

/** A member's accounts, oldest first. */
export function listSocialAccountRows(db: Db | Tx, userId: UserId): Promise<SocialAccountRow[]> {
  return db.orm
    .select()
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, userId))
    .orderBy(asc(socialAccounts.createdAt), asc(socialAccounts.id))
}

export async function countSocialAccounts(tx: Tx, userId: UserId): Promise<number> {
  const [row] = await tx.orm
    .select({ accounts: count() })
    .from(socialAccounts)
    .where(eq(socialAccounts.userId, userId))
  return row?.accounts ?? 0
}

/** Null when the member has this handle on this platform already. */
export async function insertSocialAccount(tx: Tx, row: SocialAccountRow): Promise<SocialAccountRow | null> {
  const [inserted] = await tx.orm.insert(socialAccounts).values(row).onConflictDoNothing().returning()
  return inserted ?? null
}

/** The id of the account's member; null when there is no such account. */
export async function findSocialAccountOwner(db: Db | Tx, id: SocialAccountId): Promise<UserId | null> {
  const rows = await db.orm
    .select({ userId: socialAccounts.userId })
    .from(socialAccounts)
    .where(eq(socialAccounts.id, id))
  return rows[0]?.userId ?? null
}

/** Returns whether the member had this account. */
export async function deleteSocialAccount(
  db: Db | Tx,
  { id, userId }: { readonly id: SocialAccountId; readonly userId: UserId },
): Promise<boolean> {
  const gone = await db.orm
    .delete(socialAccounts)
    .where(and(eq(socialAccounts.id, id), eq(socialAccounts.userId, userId)))
    .returning({ id: socialAccounts.id })
  return gone.length > 0
}
