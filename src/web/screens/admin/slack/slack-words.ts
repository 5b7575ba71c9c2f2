import type { SlackImport, SlackStatus } from '#contract/slack.ts'
import { ApiError, displayMessage } from '#web/api/client.ts'

/** How the state of the chat is written for people. */

export interface StatusTile {
  readonly label: string
  readonly tone: 'good' | 'bad' | 'open'
  readonly word: string
  /** Why it is so, or what it means. */
  readonly note: string
  /** Since when it is so, where that is known. */
  readonly since: string | null
}

/** The three things that must be in order for messages to go out. */
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
    const note = channelName(status) ?? 'It took the latest message.'
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
    ? { label, tone: 'good', word: 'Active', note: 'Messages go out when something happens.', since: null }
    : { label, tone: 'bad', word: 'Not active', note: heldBack(status), since: null }
}

/** Why no notification goes out; empty while they do. */
export function heldBack(status: SlackStatus): string {
  if (status.notificationsActive) return ''
  return status.botTokenConfigured && status.channelConfigured
    ? 'Held back until Slack is connected again.'
    : 'Not sent while Slack is not set up.'
}

/** `#company-social in Brightwater`; null until Slack was asked for it. */
export function channelName({ channel, team }: Pick<SlackStatus, 'channel' | 'team'>): string | null {
  if (channel === null) return null
  return team === null ? `#${channel}` : `#${channel} in ${team}`
}

/** How members were taken over, in one sentence or two. */
export function importText({ created, linked, updated, skipped, failure }: SlackImport): string {
  const counts = `${created} added, ${linked} joined with their account, ${updated} with a new picture, ${skipped} skipped.`
  return failure === null ? counts : `${counts} It ended early: ${failure}.`
}

/** Why Slack, or the server, did not do what was asked, and which setting to look at. */
export function refusalReason(error: unknown): string {
  const issues = error instanceof ApiError ? error.issues : []
  if (issues.length === 0) return displayMessage(error)
  return issues
    .map(({ path, message }) =>
      message === 'Is not set' ? `${path} is not set.` : `${message}. Look at ${path}.`,
    )
    .join(' ')
}
