import type { TokenScope } from '#domain/access-tokens.ts'
import type { AccessTokenId } from '#domain/ids.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'

/** One of the caller's access tokens, without its secret. */
export interface OwnToken {
  readonly id: AccessTokenId
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly createdAt: string
  readonly expiresAt: string
  readonly lastUsedAt: string | null
  readonly isExpired: boolean
}

interface NewToken {
  readonly name: string
  readonly scopes: readonly TokenScope[]
  readonly expiresInDays: number
}

interface CreatedToken extends Data<OwnToken> {
  /** The secret. No other answer has it. */
  readonly token: string
}

/** The caller's own tokens, the newest first, also those that expired within the last 30 days. */
export const listOwnTokens = endpoint<{ answer: ListOf<OwnToken> }>('GET', '/api/tokens')

/** 403 for the scope `admin` where the role does not allow it, 409 when the caller has 20 tokens. */
export const createToken = endpoint<{ body: NewToken; answer: CreatedToken }>('POST', '/api/tokens')

/** Ends one of the caller's own tokens. 404 for anybody else's. */
export const endToken = endpoint<{ params: { id: AccessTokenId }; answer: NoContent }>(
  'DELETE',
  '/api/tokens/:id',
)
