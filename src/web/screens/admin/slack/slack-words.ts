import type { SlackStatus } from '#contract/slack.ts'
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

/** `Still missing: …`, with what to do; empty when everything is set. */
export function missingText({ missing }: Pick<SlackStatus, 'missing'>): string {
  if (missing.length === 0) return ''
  const pronoun = missing.length === 1 ? 'it' : 'them'
  return `Still missing: ${new Intl.ListFormat('en-US').format(missing)}. Set ${pronoun} and restart.`
}

/** Why messages failed, and what to do; empty when none did. */
export function failedText(status: SlackStatus): string {
  const { failed, retryable, lastFailure, lastFailureAdvice } = status
  if (failed === 0) return ''
  const reason = lastFailure === null ? '' : ` ${failed === 1 ? 'Reason' : 'Latest reason'}: ${lastFailure}.`
  const all = `${counted(failed, 'message')} failed.${reason}`
  if (retryable === 0 && failed > 1)
    return `${all} They cannot be sent again. Later messages are not affected.`
  const lost =
    retryable > 0 && retryable < failed ? ` ${failed - retryable} of them cannot be sent again.` : ''
  return `${all}${lost}${lastFailureAdvice === null ? '' : ` ${lastFailureAdvice}`}`
}

/** How direct messages fare, and why they are held back. */
export function directText({ waiting, failed, halt }: SlackStatus['direct']): string {
  const state = halt === null ? '' : `Held back: ${halt}. `
  const lost = failed === 0 ? '' : ` ${counted(failed, 'message')} could not be delivered.`
  return `${state}${counted(waiting, 'message')} waiting.${lost}`
}

/** How e-mails to members fare, and why they are held back. */
export function mailText({ isSetUp, ...state }: SlackStatus['mail']): string {
  return isSetUp ? directText(state) : 'Not set up. Set SMTP_URL and MAIL_FROM, and restart.'
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
