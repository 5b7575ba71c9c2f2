import type { AuditEntry } from '#contract/audit.ts'
import { actionNames } from '#web/parts/points/rule-words.ts'

/** How the lines of the audit trail are written for people. */

const actionTexts: Readonly<Record<string, string>> = {
  'access.refused': 'Tried something that is not allowed',
  'automation.update': 'Changed the automation settings',
  'contest.create': 'Created a contest',
  'contest.delete': 'Deleted a contest',
  'contest.restore': 'Restored a contest',
  'contest.update': 'Changed a contest',
  'emergency-admin.make': 'Made the emergency administrator',
  'emergency-password.reset': 'Reset the emergency password',
  'hook-secret.rotate': 'Made a new webhook secret',
  'hook.deliver': 'Sent something to a webhook',
  'delivery.replay': 'Repeated a delivery',
  'points-config.create': 'Created a points rule',
  'points-config.delete': 'Deleted a points rule',
  'points-config.update': 'Changed a points rule',
  'post.create': 'Created a post',
  'post.delete': 'Deleted a post',
  'post.push': 'Sent a post to Slack',
  'post.republish': 'Republished a post',
  'post.update': 'Changed a post',
  'posts.backfill': 'Brought in earlier posts',
  'profile.update': 'Changed their profile',
  'role.update': 'Changed the role of a member',
  'sessions.revoke': 'Signed a member out everywhere',
  'share.review': 'Changed a share',
  'sign-in.done': 'Signed in',
  'sign-in.refused': 'Failed to sign in',
  'slack.send-instructions': 'Sent instructions to Slack',
  'slack.sync-users': 'Imported members from Slack',
  'slack.test-connection': 'Tested the Slack connection',
  'slack.test-notification': 'Sent a test message to Slack',
  'socialpilot.test': 'Tested the posting workflow',
  'zapier.test': 'Tested the Zapier webhook',
}

const nounNames: Readonly<Record<string, string>> = {
  access: 'Refused access',
  automation: 'Automation settings',
  contest: 'Contests',
  'emergency-admin': 'Emergency administrator',
  'emergency-password': 'Emergency password',
  'hook-secret': 'Webhook secret',
  hook: 'Webhook',
  delivery: 'Delivery',
  'points-config': 'Points rules',
  post: 'Posts',
  posts: 'Earlier posts',
  profile: 'Profiles',
  role: 'Roles',
  sessions: 'Ended sessions',
  share: 'Shares',
  'sign-in': 'Sign-ins',
  slack: 'Slack',
  socialpilot: 'SocialPilot',
  zapier: 'Zapier',
}

/** What was done, in plain words; the code itself where it has none. */
export function actionText(action: string): string {
  return actionTexts[action] ?? action
}

/** What a kind of action is about. */
export function nounName(noun: string): string {
  return nounNames[noun] ?? noun
}

const nameFields = ['title', 'authorName', 'username'] as const
const ruleNames: Readonly<Record<string, string>> = actionNames

/** What it was done to: by name where it has one, or had one then; else by its id. Empty where it was nothing. */
export function subjectText({ subject, subjectName, details }: AuditEntry): string {
  if (subject === null) return ''
  const then = { ...recordIn(details.after), ...recordIn(details.before) }
  const names = [subjectName, ...nameFields.map((field) => then[field]), ruleNames[String(then.actionType)]]
  const name = names.find((each) => typeof each === 'string' && each !== '')
  return typeof name === 'string' ? name : nounName(subject)
}

/** One fact of a line: what it was, or what it became. */
export interface Fact {
  readonly name: string
  /** Left out where nothing was there before. */
  readonly before?: string
  /** Left out where nothing is left. */
  readonly after?: string
}

// They change with everything else, and say nothing.
const silentFields = new Set(['id', 'createdAt', 'updatedAt'])

/** The fields that were changed, with what they were; of what was made or deleted, all that had a value. */
export function factsOf({ details }: Pick<AuditEntry, 'details'>): readonly Fact[] {
  const { before, after, ...rest } = details
  const old = recordIn(before)
  const now = recordIn(after)
  const isChange = before !== undefined && after !== undefined
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (field) => !silentFields.has(field) && JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  )
  return [
    ...fields
      .filter((field) => isChange || hasValue(old[field] ?? now[field]))
      .map((field) => ({
        name: fieldName(field),
        ...(before !== undefined && { before: valueText(old[field]) }),
        ...(after !== undefined && { after: valueText(now[field]) }),
      })),
    ...Object.entries(rest)
      .filter(([, value]) => hasValue(value))
      .map(([field, value]) => ({ name: fieldName(field), after: valueText(value) })),
  ]
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** `startDate` becomes "start date". */
function fieldName(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replaceAll('_', ' ')
}

function valueText(value: unknown): string {
  if (!hasValue(value)) return 'none'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
