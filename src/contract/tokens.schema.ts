import { z } from 'zod'
import { longestTokenDays, longestTokenName, orderedScopes, tokenScopes } from '#domain/access-tokens.ts'
import { idOf, instant, listOf, oneOf, requiredText, wholeNumber } from './fields.schema.ts'
import { noContent, serve } from './served.schema.ts'
import * as contract from './tokens.ts'

const ownToken = z.object({
  id: idOf<'accessToken'>(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  createdAt: instant,
  expiresAt: instant,
  lastUsedAt: instant.nullable(),
  isExpired: z.boolean(),
}) satisfies z.ZodType<contract.OwnToken>

export const listOwnTokens = serve(contract.listOwnTokens, { answer: listOf(ownToken) })

const scopesRequired = 'Choose at least one scope'

export const createToken = serve(contract.createToken, {
  body: z.object({
    name: requiredText(longestTokenName, 'Name is required'),
    scopes: z
      .array(oneOf(tokenScopes, 'Scope'), scopesRequired)
      .min(1, scopesRequired)
      .max(10, 'Name each scope once')
      .overwrite(orderedScopes)
      .readonly(),
    expiresInDays: wholeNumber({ from: 1, to: longestTokenDays }),
  }),
  answer: z.object({ data: ownToken, token: z.string() }),
})

export const endToken = serve(contract.endToken, {
  params: z.object({ id: idOf<'accessToken'>() }),
  answer: noContent,
})
