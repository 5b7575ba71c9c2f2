import { mostSocialAccounts, type NewSocialAccount, type SocialAccount } from '#contract/social-accounts.ts'
import type { SocialAccountId, UserId } from '#domain/ids.ts'
import { safeUrl } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import type { Member } from '#server/access/session.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { lockMember } from '../ledger/store.ts'
import { findUserId } from '../users/store.ts'
import * as store from './store.ts'

/** The accounts of one member. Members see their own, administrators see everybody's. */
export async function listAccountsOf(
  { db }: Deps,
  { id, role }: Pick<Member, 'id' | 'role'>,
  userId: UserId,
): Promise<SocialAccount[]> {
  if (userId !== id && role !== 'admin') {
    throw new AppError('not-allowed', 'You can only see your own social accounts')
  }
  const rows = await store.listSocialAccountRows(db, userId)
  if (rows.length === 0 && !(await findUserId.first(db, { id: userId }))) {
    throw new AppError('unknown', 'This member was not found')
  }
  return rows.map(accountView)
}

/** Adds an account of the member. Refuses duplicates and more than `mostSocialAccounts`. */
export async function addAccount(
  { db, clock }: Deps,
  { id: userId }: Pick<Member, 'id'>,
  wanted: NewSocialAccount,
): Promise<SocialAccount> {
  const row = await db.transaction(async (tx) => {
    await lockMember(tx, { userId })
    const account = { id: newId<'socialAccount'>(), userId, ...wanted, createdAt: clock.now() }
    const inserted = await store.insertSocialAccount(tx, account)
    if (!inserted) throw alreadyThere(wanted)
    if ((await store.countSocialAccounts(tx, userId)) > mostSocialAccounts) {
      throw new AppError('conflict', `You can add at most ${mostSocialAccounts} social accounts`)
    }
    tx.announce({ topics: ['socialAccounts'], members: [userId] })
    return inserted
  })
  return accountView(row)
}

/** Removes an account of the member. */
export async function removeAccount(
  { db }: Deps,
  { id: userId }: Pick<Member, 'id'>,
  id: SocialAccountId,
): Promise<void> {
  if (await store.deleteSocialAccount(db, { id, userId })) return
  const ownerId = await store.findSocialAccountOwner(db, id)
  if (ownerId === null) throw new AppError('unknown', 'This social account was not found')
  throw new AppError('not-allowed', 'You can only remove your own social accounts')
}

function alreadyThere({ platform }: NewSocialAccount): AppError {
  const message = `You have added this handle on ${platformNames[platform]} already`
  return new AppError('conflict', message, { issues: [{ path: 'handle', message }] })
}

// Checks the address again, because a row may be older than the check on arrival.
function accountView({ createdAt, profileUrl, ...row }: store.SocialAccountRow): SocialAccount {
  return { ...row, profileUrl: safeUrl(profileUrl), createdAt: createdAt.toISOString() }
}
