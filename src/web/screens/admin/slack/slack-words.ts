import type { SlackImport, SlackStatus } from '#contract/slack.ts'
import { ApiError, displayMessage } from '#web/api/client.ts'
import { counted } from '#web/ui/time-words.ts'

/** The wording of the Slack status. */

export interface StatusTile {
  readonly label: string
  readonly tone: 'good' | 'bad' | 'open'
  readonly word: string
  /** The reason, or what the word means. */
  readonly note: string
  /** When this state began (ISO 8601); null if unknown. */
  readonly since: string | null
}

/** The three things that must work before messages can go out. */
export function tilesOf(status: SlackStatus): readonly StatusTile[] {
  return [tokenTile(status), channelTile(status), notificationsTile(status)]
}

function tokenTile({ botTokenConfigured }: SlackStatus): StatusTile {
  const label = 'Bot token'
  return botTokenConfigured
    ? { label, tone: 'good', word: 'Configured', note: 'SLACK_BOT_TOKEN is set.', since: null }
    : { label, tone: 'bad', word: 'Missing', note: 'SLACK_BOT_TOKEN is not set.', since: null }
}

function channelTile(status: SlackStatus): StatusTile {
  const { connection, channelConfigured, botTokenConfigured } = status
  const label = 'Channel'
  if (!channelConfigured) {
    return { label, tone: 'bad', word: 'Missing', note: 'SLACK_CHANNEL_ID is not set.', since: null }
  }
  if (status.channelConnected) {
    const note = channelName(status) ?? 'The latest message arrived.'
    return { label, tone: 'good', word: 'Connected', note, since: connection.since }
  }
  if (connection.state === 'disconnected') {
    const note = `${connection.reason ?? 'Slack refused'}.`
    return { label, tone: 'bad', word: 'Not connected', note, since: connection.since }
  }
  const note = botTokenConfigured ? 'Test the connection to find out.' : 'The bot token is missing.'
  return { label, tone: 'open', word: 'Not connected yet', note, since: null }
}

function notificationsTile(status: SlackStatus): StatusTile {
  const label = 'Notifications'
  return status.notificationsActive
    ? { label, tone: 'good', word: 'Active', note: 'Messages are sent as things happen.', since: null }
    : { label, tone: 'bad', word: 'Not active', note: heldBack(status), since: null }
}

/** Why notifications are not sent; empty while they are. */
export function heldBack(status: SlackStatus): string {
  if (status.notificationsActive) return ''
  return status.botTokenConfigured && status.channelConfigured
    ? 'Held back until Slack is connected again.'
    : 'Not sent until Slack is set up.'
}

/** `#company-social in Brightwater`; null until the connection has been tested. */
export function channelName({ channel, team }: Pick<SlackStatus, 'channel' | 'team'>): string | null {
  if (channel === null) return null
  return team === null ? `#${channel}` : `#${channel} in ${team}`
}

/** The result of a member import, in one or two sentences. */
export function importText(result: SlackImport): string {
  const { created, linked, updated, skipped, disabled, enabled, failure } = result
  const followed = [
    ...(disabled > 0 ? [`${disabled} disabled because they left`] : []),
    ...(enabled > 0 ? [`${enabled} enabled because they came back`] : []),
  ]
  const counts = `${[
    `${created} added, ${linked} linked to their account, ${counted(updated, 'new picture')}, ${skipped} skipped`,
    ...followed,
  ].join(', ')}.`
  return failure === null ? counts : `${counts} It stopped early: ${failure}.`
}

/** Why Slack or the server refused, and which setting to check. */
export function refusalReason(error: unknown): string {
  const issues = error instanceof ApiError ? error.issues : []
  if (issues.length === 0) return displayMessage(error)
  return issues
    .map(({ path, message }) =>
      message === 'Is not set' ? `${path} is not set.` : `${message}. Check ${path}.`,
    )
    .join(' ')
}
