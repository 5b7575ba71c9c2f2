import type { QueueState, Verification } from '#contract/status.ts'
import { counted } from '#web/ui/time-words.ts'

/** The wording of the status. */

const queueTexts: Readonly<Record<string, string>> = {
  'backups.write': 'Write a backup',
  'chat.contest-reminder': 'Remind Slack of contests',
  'chat.direct': 'Send direct messages in Slack',
  'chat.groups': 'Follow user groups of Slack',
  'chat.import': 'Import members from Slack',
  'chat.leaderboard': 'Send the leaderboard to Slack',
  'chat.members': 'Compare members with Slack',
  'chat.home': 'Show Home tabs in Slack',
  'chat.presses': 'Answer buttons in Slack',
  'chat.send': 'Send messages to Slack',
  'chat.update': 'Update messages in Slack',
  'contests.build': 'Build standings of contests',
  'contests.close': 'Close contests',
  'deliveries.prune': 'Delete old deliveries',
  'deliveries.send': 'Send a delivery',
  'direct.daily': 'Remind members of contests',
  'direct.passes': 'Tell members who passed them',
  'direct.zones': 'Tell members of posts, their streak and week',
  'leaderboard.mark': 'Mark places on the leaderboard',
  'leaderboard.windows': 'Open the boards of weeks, months and quarters',
  'leaders.count': 'Count the most engaged members',
  'mail.confirm': 'Ask for the confirmation of an address',
  'mail.send': 'Send e-mails to members',
  'posts.publish': 'Publish scheduled posts',
  'quests.complete': 'Notice completed quests',
  'streaks.recount': 'Count streaks by new rules',
  'surges.seek': 'Look for many reports within minutes',
  'verify.run': 'Verify the totals',
  'webhooks.earnings': 'Tell webhooks of points',
}

/** The work of a queue in plain words, or its code if it has none. */
export function queueText(queue: string | null): string {
  return queue === null ? 'Unknown job' : (queueTexts[queue] ?? queue)
}

/** `12.3 MB`. */
export function sizeText(bytes: number): string {
  const megabytes = bytes / 1_000_000
  const [value, unit] = megabytes < 1_000 ? [megabytes, 'MB'] : [megabytes / 1_000, 'GB']
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${unit}`
}

/** `40 seconds`, `15 minutes`, `2 hours`. */
export function waitText(seconds: number): string {
  if (seconds < 60) return counted(Math.round(seconds), 'second')
  if (seconds < 3_600) return counted(Math.floor(seconds / 60), 'minute')
  return counted(Math.floor(seconds / 3_600), 'hour')
}

/** From here on a waiting job is late, as in the alert for it. */
const lateSeconds = 15 * 60

/** What waits in all, and the queue in which the oldest job waits. */
export function jobsSummary(jobs: readonly QueueState[]) {
  const waiting = jobs.reduce((sum, { queued }) => sum + queued, 0)
  const oldest = jobs.reduce<QueueState | null>(
    (most, each) => (each.queued > 0 && each.oldestSeconds > (most?.oldestSeconds ?? -1) ? each : most),
    null,
  )
  return { waiting, oldest, isLate: (oldest?.oldestSeconds ?? 0) > lateSeconds }
}

/** What was verified, in words. */
export function scopeText({ isWhole }: Pick<Verification, 'isWhole'>): string {
  return isWhole ? 'Everything, by command' : 'Totals against the ledger'
}
