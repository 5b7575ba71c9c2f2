import type { AnswerOf } from '#contract/endpoint.ts'
import type { createToken } from '#contract/tokens.ts'
import type { TokenScope } from '#domain/access-tokens.ts'

/** The answer with a new token, which is shown once. */
export type MadeToken = AnswerOf<typeof createToken>

export const scopeNames: Readonly<Record<TokenScope, string>> = {
  read: 'Read',
  report: 'Report',
  admin: 'Administer',
}

/** What a program can do with each scope. */
export const scopeTexts: Readonly<Record<TokenScope, string>> = {
  read: 'Sees what every member sees, and your own account.',
  report: 'Also acts for you: reports, undoes, submits shares and changes your profile.',
  admin: 'Also reviews and administers, as far as your role allows.',
}

export const tokenDays = [7, 30, 90, 365] as const
