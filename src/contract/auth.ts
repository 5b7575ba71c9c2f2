import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'
import type { CurrentUser } from './users.ts'

/** The error codes with which sign-in may return to the login screen. */
export const signInErrorCodes = [
  'slack_auth_failed',
  'no_user_token',
  'user_processing_failed',
  'oauth_error',
  'slack_not_configured',
  'state_mismatch',
  'state_expired',
] as const
export type SignInErrorCode = (typeof signInErrorCodes)[number]

export const signInErrorMessages: Readonly<Record<SignInErrorCode, string>> = {
  slack_auth_failed: 'Slack authentication failed. Please try again.',
  no_user_token: 'Unable to get Slack user information.',
  user_processing_failed: 'Failed to process user information from Slack.',
  oauth_error: 'OAuth authentication error occurred.',
  slack_not_configured: 'Slack authentication is not properly configured.',
  state_mismatch: 'Security verification failed. Please try again.',
  state_expired: 'Authentication session expired. Please try again.',
}

/** The login screen's message for an error code from its address, known or unknown. */
export function signInErrorMessage(code: string): string {
  const known = signInErrorCodes.find((candidate) => candidate === code)
  return known ? signInErrorMessages[known] : 'Authentication failed'
}

/** A browser navigation, not an API call: it redirects to Slack, which returns to the callback. */
export const slackSignInPath = '/auth/slack'
export const slackCallbackPath = '/auth/slack/callback'

interface Credentials {
  readonly email: string
  readonly password: string
}

export const emergencySignIn = endpoint<{ body: Credentials; answer: { readonly token: string } }>(
  'POST',
  '/api/auth/login',
)

export const authenticatedUser = endpoint<{ answer: Data<CurrentUser> }>('GET', '/api/auth/me')

export const signOut = endpoint<{ answer: { readonly message: string } }>('POST', '/api/auth/logout')
