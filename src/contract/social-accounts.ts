import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { endpoint, noContent } from './endpoint.ts'
import { idOf, instant, listOf, oneOf, optionalAddress, requiredText } from './fields.ts'

export const handleLimit = 100
export const mostSocialAccounts = 20

/** A member's account on a platform, as the member states it. */
export const socialAccount = z.object({
  id: idOf<'socialAccount'>(),
  userId: idOf<'user'>(),
  platform: z.enum(platforms),
  handle: z.string(),
  profileUrl: z.string().nullable(),
  createdAt: instant,
})
export type SocialAccount = z.output<typeof socialAccount>

export const newSocialAccount = z.object({
  platform: oneOf(platforms, 'Platform'),
  handle: requiredText(handleLimit, 'Handle is required'),
  profileUrl: optionalAddress('Please enter a valid URL'),
})
export type NewSocialAccount = z.output<typeof newSocialAccount>

/** The accounts of one member, oldest first. Members may list their own, administrators anybody's. */
export const listSocialAccounts = endpoint({
  method: 'GET',
  path: '/api/social-accounts/user/:userId',
  params: z.object({ userId: idOf<'user'>() }),
  answer: listOf(socialAccount),
})

/** Adds an account for the caller, who can have each handle only once per platform, ignoring case. */
export const addSocialAccount = endpoint({
  method: 'POST',
  path: '/api/social-accounts',
  body: newSocialAccount,
  answer: z.object({ data: socialAccount }),
})

export const removeSocialAccount = endpoint({
  method: 'DELETE',
  path: '/api/social-accounts/:id',
  params: z.object({ id: idOf<'socialAccount'>() }),
  answer: noContent,
})
