import { expect, it } from 'vitest'
import { signInErrorCodes, signInErrorMessage } from './auth.ts'

const words = {
  slack_auth_failed: 'Slack authentication failed. Please try again.',
  no_user_token: 'Unable to get Slack user information.',
  user_processing_failed: 'Failed to process user information from Slack.',
  oauth_error: 'OAuth authentication error occurred.',
  slack_not_configured: 'Slack authentication is not properly configured.',
  state_mismatch: 'Security verification failed. Please try again.',
  state_expired: 'Authentication session expired. Please try again.',
}

// Repeated in full, because members read these sentences and links carry these codes.
it.each(Object.entries(words))('the code %s reads: %s', { tags: ['login-code-words'] }, (code, sentence) => {
  expect(signInErrorMessage(code)).toBe(sentence)
})

it('there is no code without a sentence, and one that nobody knows has a general one', {
  tags: ['login-code-words', 'login-unknown-code'],
}, () => {
  expect([...signInErrorCodes].sort()).toEqual(Object.keys(words).sort())
  expect(signInErrorMessage('toString')).toBe('Authentication failed')
})
