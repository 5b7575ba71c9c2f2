import type { SocialAccountId, UserId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'

export const handleLimit = 100
export const mostSocialAccounts = 20

export interface NewSocialAccount {
  readonly platform: Platform
  readonly handle: string
  readonly profileUrl: string | null
}

/** A member's account on a platform, as the member states it. */
export interface SocialAccount extends NewSocialAccount {
  readonly id: SocialAccountId
  readonly userId: UserId
  readonly createdAt: string
}

/** The accounts of one member, oldest first. Members may list their own, administrators anybody's. */
export const listSocialAccounts = endpoint<{
  params: { userId: UserId }
  answer: ListOf<SocialAccount>
}>('GET', '/api/social-accounts/user/:userId')

/** Adds an account for the caller, who can have each handle only once per platform, ignoring case. */
export const addSocialAccount = endpoint<{ body: NewSocialAccount; answer: Data<SocialAccount> }>(
  'POST',
  '/api/social-accounts',
)

export const removeSocialAccount = endpoint<{ params: { id: SocialAccountId }; answer: NoContent }>(
  'DELETE',
  '/api/social-accounts/:id',
)
