import { z } from 'zod'
import { platforms } from '#domain/vocabulary.ts'
import { idOf, instant, listOf, oneOf, optionalAddress, requiredText } from './fields.schema.ts'
import { noContent, serve } from './served.schema.ts'
import * as contract from './social-accounts.ts'

export const socialAccount = z
  .object({
    id: idOf<'socialAccount'>(),
    userId: idOf<'user'>(),
    platform: z.enum(platforms),
    handle: z.string(),
    profileUrl: z.string().nullable(),
    createdAt: instant,
  })
  .meta({ id: 'SocialAccount' }) satisfies z.ZodType<contract.SocialAccount>

const newSocialAccount = z
  .object({
    platform: oneOf(platforms, 'Platform'),
    handle: requiredText(contract.handleLimit, 'Handle is required'),
    profileUrl: optionalAddress('Please enter a valid URL'),
  })
  .meta({ id: 'NewSocialAccount' }) satisfies z.ZodType<contract.NewSocialAccount>

export const listSocialAccounts = serve(contract.listSocialAccounts, {
  params: z.object({ userId: idOf<'user'>() }),
  answer: listOf(socialAccount),
})

export const addSocialAccount = serve(contract.addSocialAccount, {
  body: newSocialAccount,
  answer: z.object({ data: socialAccount }),
})

export const removeSocialAccount = serve(contract.removeSocialAccount, {
  params: z.object({ id: idOf<'socialAccount'>() }),
  answer: noContent,
})
