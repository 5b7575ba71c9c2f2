/** The permissions that a workspace's Slack app needs, described for the person who creates it. */

/** The sign-in requests these itself; nobody has to set them in the app. */
export const signInScopes = ['openid', 'profile', 'email'] as const

export interface BotScope {
  readonly scope: string
  readonly meaning: string
}

export const botScopes: readonly BotScope[] = [
  { scope: 'chat:write', meaning: 'Post to the channel' },
  {
    scope: 'channels:read',
    meaning: 'Check that the channel exists; a private channel needs groups:read',
  },
  { scope: 'users:read', meaning: 'Import members, and notice who left' },
  { scope: 'users:read.email', meaning: 'Read email addresses, which the import needs' },
  {
    scope: 'chat:write.public',
    meaning: 'Post without an invitation; not needed in channels that have the app',
  },
]
