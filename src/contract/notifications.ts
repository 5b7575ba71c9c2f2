import type { DirectChoice, MailChoice } from '#domain/direct-messages.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** What a member chooses about messages to them alone. */
export interface NotificationSettings {
  readonly direct: DirectChoice
  /** No direct message is sent between these times of the member's own day, `hh:mm`. Equal times are no quiet hours. */
  readonly quietFrom: string
  readonly quietTo: string
  readonly email: MailChoice
}

export interface OwnNotificationSettings extends NotificationSettings {
  /** Whether direct messages are sent at all. */
  readonly isChatSetUp: boolean
  /** Whether e-mails are sent at all. */
  readonly isMailSetUp: boolean
  /** Where e-mails go; null without an address. */
  readonly mailAddress: string | null
  /** Whether they may go there: the address came with the account, or the member has confirmed it. */
  readonly isAddressConfirmed: boolean
  /** The time zone of the quiet hours, and of the times of mails. */
  readonly timeZone: string
}

/** The signed-in member's settings. */
export const getNotificationSettings = endpoint<{ answer: Data<OwnNotificationSettings> }>(
  'GET',
  '/api/notifications/settings',
)

/**
 * Changes them. What waits to be sent follows the new ones. Whoever chooses e-mails with an address of their own is sent a
 * mail to confirm it; whoever sends the same settings again gets another one, up to three a day.
 */
export const putNotificationSettings = endpoint<{
  body: NotificationSettings
  answer: Data<OwnNotificationSettings>
}>('PUT', '/api/notifications/settings')
