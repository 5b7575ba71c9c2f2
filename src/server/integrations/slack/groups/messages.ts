import { adviceOf, reasonOf } from '../channel/messages.ts'

/** Why user groups could not be read, in plain words. */
export function groupReason(code: string): string {
  return code === 'missing_scope'
    ? 'The bot lacks the permission usergroups:read (missing_scope)'
    : reasonOf(code)
}

/** What to do about that, in a sentence. */
export function groupAdvice(code: string): string {
  return code === 'missing_scope'
    ? 'Add the bot scope usergroups:read to the app in Slack, and install it again.'
    : adviceOf(code)
}

export function failureText(code: string): string {
  return `${groupReason(code)}. ${groupAdvice(code)}`
}
