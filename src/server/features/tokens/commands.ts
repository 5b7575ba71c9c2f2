import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/tokens.ts'
import { mayGrantScope, mostLiveTokens } from '#domain/access-tokens.ts'
import type { AccessTokenId, UserId } from '#domain/ids.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import { type Member, newTokenSecret } from '#server/access/session.ts'
import {
  countLiveTokens,
  insertToken,
  listTokensOf,
  lockTokensOf,
  tokensShownSince,
  updateTokenEnded,
} from '#server/access/tokens.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'

const dayMs = 24 * 3_600_000

/** The member's own tokens, the newest first. */
export async function listOwnTokens({ db, clock }: Deps, userId: UserId): Promise<contract.OwnToken[]> {
  const now = clock.now()
  const rows = await listTokensOf(db, { userId, since: tokensShownSince(now) })
  return rows.map(({ createdAt, expiresAt, lastUsedAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
    isExpired: expiresAt <= now,
  }))
}

/** Makes a token. Only its hash is stored, so its member sees it this once. */
export async function createToken(
  deps: Deps,
  acting: Acting & { readonly member: Pick<Member, 'id' | 'role'> },
  { name, scopes, expiresInDays }: BodyOf<typeof contract.createToken>,
): Promise<AnswerOf<typeof contract.createToken>> {
  const { id: userId, role } = acting.member
  if (!scopes.every((scope) => mayGrantScope(role, scope))) {
    const message = 'Only administrators and moderators may give a token the scope admin'
    throw new AppError('not-allowed', message, { issues: [{ path: 'scopes', message }] })
  }
  const { value: token, hash: tokenHash } = newTokenSecret()
  const id = newId<'accessToken'>()
  const now = deps.clock.now()
  const expiresAt = new Date(now.getTime() + expiresInDays * dayMs)
  await deps.db.transaction(async (tx) => {
    await lockTokensOf(tx, { userId })
    const { count } = await countLiveTokens.one(tx, { userId, now })
    if (count >= mostLiveTokens) {
      throw new AppError('conflict', `You have ${mostLiveTokens} access tokens. End one of them first.`)
    }
    await insertToken(tx, { id, userId, name, scopes, tokenHash, now, expiresAt })
    const details = { name, scopes: scopes.join(', '), expiresAt: expiresAt.toISOString() }
    await recordAct(deps, tx, acting, { action: 'access-token.make', subject: userId, details })
    tx.announce({ topics: ['tokens'], members: [userId] })
  })
  const instants = { createdAt: now.toISOString(), expiresAt: expiresAt.toISOString() }
  return { data: { id, name, scopes, ...instants, lastUsedAt: null, isExpired: false }, token }
}

/** Ends one of the member's own tokens. Somebody else's is as unknown as one that never was. */
export async function endToken(deps: Deps, acting: Acting, id: AccessTokenId): Promise<void> {
  const { id: userId } = acting.member
  await deps.db.transaction(async (tx) => {
    const ended = await updateTokenEnded.first(tx, { id, userId, now: deps.clock.now() })
    if (!ended) throw new AppError('unknown', 'This access token was not found')
    const { name } = ended
    await recordAct(deps, tx, acting, { action: 'access-token.end', subject: userId, details: { name } })
    // The caches of all instances drop what they keep of this member, and so the token.
    tx.announce({ topics: ['tokens'], members: [userId], changedUsers: [userId] })
  })
}
