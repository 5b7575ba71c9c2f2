import { slackEventsPath } from '#domain/slack-app.ts'
import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** What is known of the chat: nothing yet, that it accepts messages, or that it refused with a permanent error. */
export const chatStates = ['unknown', 'connected', 'disconnected'] as const
export type ChatState = (typeof chatStates)[number]

interface Success {
  readonly success: true
  readonly message: string
}

interface TestedConnection extends Success {
  /** The names of the workspace and of the channel. */
  readonly data: { readonly team: string; readonly channel: string }
}

/** Asks Slack whether the token and the channel are valid. If they are, notifications that were held back go out. */
export const testSlackConnection = endpoint<{ answer: TestedConnection }>(
  'POST',
  '/api/slack/test-connection',
)

/** Posts an explanation of the product to the channel. */
export const sendSlackInstructions = endpoint<{ answer: Success }>('POST', '/api/slack/send-instructions')

/** Posts a message to the channel that is marked as a test. */
export const sendSlackTest = endpoint<{ answer: Success }>('POST', '/api/slack/test-notification')

/** Starts the import of the Slack workspace's members; `lastImport` in the status gives the result. */
export const syncSlackUsers = endpoint<{ answer: Success }>('POST', '/api/slack/sync-users')

interface RetriedMessages extends Success {
  /** How many messages wait again. */
  readonly data: { readonly retried: number }
}

/** Queues the failed messages again, except those that Slack would refuse again. */
export const retryFailedMessages = endpoint<{ answer: RetriedMessages }>('POST', '/api/slack/retry-failed')

/** The result of an import of members. */
export interface SlackImport {
  readonly at: string
  readonly created: number
  /** Members who were linked to an existing account with the same address. */
  readonly linked: number
  /** Known members with a new picture or name. */
  readonly updated: number
  /** Bots, guests, people who left, and those without an address. */
  readonly skipped: number
  /** Members who were removed from the workspace. */
  readonly disabled: number
  /** Members who came back to the workspace, and whom an import had disabled. */
  readonly enabled: number
  /** Why it ended early, in plain words; null when it did not. */
  readonly failure: string | null
  /** What to do about that, in a sentence. */
  readonly advice: string | null
}

interface SlackConnection {
  readonly state: ChatState
  /** Slack's error code for why it is disconnected. */
  readonly code: string | null
  /** The same in plain words. */
  readonly reason: string | null
  /** When the present state began. */
  readonly since: string | null
}

export interface SlackStatus {
  /** The variables of sign-in and chat that are not set, by name. */
  readonly missing: readonly string[]
  readonly botTokenConfigured: boolean
  readonly channelConfigured: boolean
  /** Whether the chat accepted the latest message, or passed the latest test. */
  readonly channelConnected: boolean
  /** Direct messages to members: how many wait and were not taken, and why Slack takes none for now, in plain words. */
  readonly direct: { readonly waiting: number; readonly failed: number; readonly halt: string | null }
  /**
   * E-mails to members: whether a mail server is set up, how many messages wait for them and were not taken, and why none
   * go out for now, in plain words.
   */
  readonly mail: {
    readonly isSetUp: boolean
    readonly waiting: number
    readonly failed: number
    readonly halt: string | null
  }
  /** Whether events send notifications. */
  readonly notificationsActive: boolean
  readonly connection: SlackConnection
  /** The names of the workspace and of the channel, once Slack has been asked for them. */
  readonly team: string | null
  readonly channel: string | null
  /** How many notifications wait to be sent, and how many were given up. */
  readonly waiting: number
  readonly failed: number
  readonly lastSentAt: string | null
  /** How many of the failed ones can be sent again. */
  readonly retryable: number
  /** Why the latest failed notification was given up, in plain words. */
  readonly lastFailure: string | null
  /** What to do about that, in a sentence. */
  readonly lastFailureAdvice: string | null
  /** The automatic notifications. */
  readonly notifications: readonly { readonly name: string; readonly isEnabled: boolean }[]
  readonly lastImport: SlackImport | null
}

/** The status as it is known without asking Slack. */
export const getSlackStatus = endpoint<{ answer: Data<SlackStatus> }>('GET', '/api/slack/status')

/** A call of Slack. Its further fields depend on its type. */
export interface SlackCall {
  /** `url_verification` asks for the challenge; `event_callback` brings an event. */
  readonly type: string
  readonly challenge?: string | undefined
  /** The same each time that Slack delivers this event. */
  readonly event_id?: string | undefined
  readonly event?:
    | { readonly type: string; readonly user?: unknown; readonly tab?: string | undefined }
    | undefined
}

/** Slack's news about people of the workspace. Only a call with Slack's signature counts. */
export const receiveSlackEvent = endpoint<{
  body: SlackCall
  answer: { readonly challenge?: string | undefined }
}>('POST', slackEventsPath)
