import type { AuditEntry } from '#contract/audit.ts'
import { actionNames } from '#web/parts/points/rule-words.ts'
import { absoluteTime } from '#web/ui/time-words.ts'

/** The wording of the audit trail's entries. */

const actionTexts: Readonly<Record<string, string>> = {
  'access-token.end': 'Ended an access token',
  'access-token.make': 'Made an access token',
  'access.refused': 'Tried something not allowed',
  'appeal.decide': 'Answered an appeal',
  'audit.archive': 'Archived old entries',
  'automation.update': 'Changed the automation settings',
  'backups.start': 'Started a backup',
  'backups.update': 'Changed the backups',
  'check.decide': 'Closed a check of reports',
  'contest.create': 'Created a contest',
  'contest.delete': 'Deleted a contest',
  'contest.restore': 'Restored a contest',
  'contest.update': 'Changed a contest',
  'emergency-admin.accept': 'Set the password of an invited emergency administrator',
  'emergency-admin.invite': 'Invited an emergency administrator',
  'emergency-admin.make': 'Created the emergency administrator',
  'emergency-password.reset': 'Reset the emergency password',
  'failed-job.discard': 'Discarded a failed job',
  'failed-job.replay': 'Ran a failed job again',
  'file.download': 'Downloaded a file',
  'boards.update': 'Changed the settings of the boards',
  'streaks.update': 'Changed the rules of streaks',
  'honesty.update': 'Changed the limits and checks',
  'hook-secret.rotate': 'Rotated the webhook secret',
  'hook.deliver': 'Called a webhook',
  'delivery.replay': 'Replayed a delivery',
  'member.disable': 'Disabled a member',
  'member.enable': 'Enabled a member',
  'member.leave-out': 'Changed whether a member has a place on boards',
  'points.adjust': 'Corrected the points of a member',
  'points-config.create': 'Created a points rule',
  'points-config.delete': 'Deleted a points rule',
  'points-config.update': 'Changed a points rule',
  'post.create': 'Created a post',
  'post.delete': 'Deleted a post',
  'post.move': 'Moved a scheduled post',
  'post.publish': 'Published a scheduled post',
  'post.push': 'Sent a post to Slack',
  'post.republish': 'Republished a post',
  'post.restore': 'Restored a post',
  'post.update': 'Changed a post',
  'posts.backfill': 'Added earlier posts',
  'profile.address-lost': 'Lost an address to its owner',
  'profile.update': 'Changed their profile',
  'quest.create': 'Created a quest',
  'quest.delete': 'Deleted a quest',
  'quest.update': 'Changed a quest',
  'report.take-back': 'Took a report back',
  'role.update': 'Changed the role of a member',
  'sessions.end': 'Signed out one of their browsers',
  'sessions.end-emergency': 'Ended the emergency sessions',
  'sessions.end-others': 'Signed out everywhere else',
  'sessions.revoke': 'Signed a member out everywhere',
  'setup.hide': 'Hid the set-up card',
  'setup.show': 'Showed the set-up card',
  'share.review': 'Changed a share',
  'sign-in.done': 'Signed in',
  'sign-in.refused': 'Failed to sign in',
  'slack.retry-failed': 'Sent failed Slack messages again',
  'slack.send-instructions': 'Sent instructions to Slack',
  'slack.sync-users': 'Imported members from Slack',
  'slack.test-connection': 'Tested the Slack connection',
  'slack.test-notification': 'Sent a test message to Slack',
  'socialpilot.test': 'Tested the SocialPilot workflow',
  'streaks.excuse': 'Excused a day',
  'team.create': 'Created a team',
  'team.delete': 'Deleted a team',
  'team.groups': 'Chose user groups of Slack as teams',
  'team.import': 'Imported teams from a list',
  'team.members': 'Changed the members of a team',
  'team.move': 'Changed the team of a member',
  'team.sync': 'Brought teams in step with Slack',
  'team.unlink': 'Unlinked a team from Slack',
  'team.update': 'Changed a team',
  'verification.start': 'Started a verification',
  'webhook.create': 'Added an outgoing webhook',
  'webhook.delete': 'Deleted an outgoing webhook',
  'webhook.test': 'Tested an outgoing webhook',
  'webhook.update': 'Changed an outgoing webhook',
  'zapier.test': 'Tested the Zapier webhook',
}

const nounNames: Readonly<Record<string, string>> = {
  'access-token': 'Access tokens',
  access: 'Refused access',
  appeal: 'Appeals',
  audit: 'Audit trail',
  automation: 'Automation settings',
  backups: 'Backups',
  check: 'Checks of reports',
  contest: 'Contests',
  'emergency-admin': 'Emergency administrators',
  'emergency-password': 'Emergency password',
  'failed-job': 'Failed jobs',
  file: 'Downloads',
  honesty: 'Limits and checks',
  'hook-secret': 'Webhook secret',
  hook: 'Webhook',
  delivery: 'Delivery',
  member: 'Disabled and enabled',
  points: 'Corrected points',
  'points-config': 'Points rules',
  post: 'Posts',
  posts: 'Earlier posts',
  profile: 'Profiles',
  quest: 'Quests',
  report: 'Reports',
  role: 'Roles',
  sessions: 'Ended sessions',
  setup: 'Set-up card',
  share: 'Shares',
  'sign-in': 'Sign-ins',
  slack: 'Slack',
  socialpilot: 'SocialPilot',
  streaks: 'Excused days',
  team: 'Teams',
  teams: 'Teams',
  verification: 'Verifications',
  webhook: 'Outgoing webhooks',
  zapier: 'Zapier',
}

/** The action in plain words, or its code if it has none. */
export function actionText(action: string): string {
  return actionTexts[action] ?? action
}

/** The name of a kind of action. */
export function nounName(noun: string): string {
  return nounNames[noun] ?? noun
}

const nameFields = ['title', 'authorName', 'username', 'name'] as const
const ruleNames: Readonly<Record<string, string>> = actionNames

/** The target of the action: its current name, else its name at that time, else its id. Empty if there is none. */
export function subjectText({ subject, subjectName, details }: AuditEntry): string {
  if (subject === null) return ''
  const then = { ...recordIn(details.after), ...recordIn(details.before) }
  const names = [subjectName, ...nameFields.map((field) => then[field]), ruleNames[String(then.actionType)]]
  const name = names.find((each) => typeof each === 'string' && each !== '')
  return typeof name === 'string' ? name : nounName(subject)
}

/** One detail of an entry: the old value, the new one, or both. */
export interface Fact {
  readonly name: string
  /** Absent if there was no value before. */
  readonly before?: string
  /** Absent if there is no value any more. */
  readonly after?: string
}

const instantForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
// These change on every write, so they tell the reader nothing.
const silentFields = new Set(['id', 'createdAt', 'updatedAt'])

/** The changed fields with their old and new values. A creation or deletion gives every field that had a value. */
export function factsOf({ details }: Pick<AuditEntry, 'details'>): readonly Fact[] {
  const { before, after, ...rest } = details
  const old = flat(recordIn(before))
  const now = flat(recordIn(after))
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

/** The fields with those inside of them: `daily caps like` for `{ dailyCaps: { like } }`. */
function flat(record: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).flatMap(([name, value]) => {
      const inner = Object.entries(flat(recordIn(value)))
      return inner.length > 0 ? inner.map(([field, of]) => [`${name}_${field}`, of]) : [[name, value]]
    }),
  )
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
  if (typeof value === 'string' && instantForm.test(value)) return absoluteTime(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}
