/** The permissions that a workspace's Slack app needs, described for the person who creates it. */

/** The sign-in requests these itself; nobody has to set them in the app. */
export const signInScopes = ['openid', 'profile', 'email'] as const

export interface BotScope {
  readonly scope: string
  readonly meaning: string
}

export const botScopes: readonly BotScope[] = [
  { scope: 'chat:write', meaning: 'Posting to the channel' },
  {
    scope: 'channels:read',
    meaning: 'Knowing whether the channel is there; for a private one it is groups:read',
  },
  { scope: 'users:read', meaning: 'Taking over the members of the workspace' },
  { scope: 'users:read.email', meaning: 'Their addresses, without which nobody is taken over' },
  { scope: 'chat:write.public', meaning: 'Posting without being invited; not needed where the app is' },
]
