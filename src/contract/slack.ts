import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, instant } from './fields.ts'

/** What is known of the chat: nothing yet, that it accepts messages, or that it refused with a permanent error. */
export const chatStates = ['unknown', 'connected', 'disconnected'] as const
export type ChatState = (typeof chatStates)[number]

const success = z.object({ success: z.literal(true), message: z.string() })

/** Asks Slack whether the token and the channel are valid. If they are, notifications that were held back go out. */
export const testSlackConnection = endpoint({
  method: 'POST',
  path: '/api/slack/test-connection',
  answer: success.extend({
    /** The names of the workspace and of the channel. */
    data: z.object({ team: z.string(), channel: z.string() }),
  }),
})

/** Posts an explanation of the product to the channel. */
export const sendSlackInstructions = endpoint({
  method: 'POST',
  path: '/api/slack/send-instructions',
  answer: success,
})

/** Posts a message to the channel that is marked as a test. */
export const sendSlackTest = endpoint({
  method: 'POST',
  path: '/api/slack/test-notification',
  answer: success,
})

/** Starts the import of the Slack workspace's members; `lastImport` in the status gives the result. */
export const syncSlackUsers = endpoint({ method: 'POST', path: '/api/slack/sync-users', answer: success })

/** The result of an import of members. */
export const slackImport = z.object({
  at: instant,
  created: count,
  /** Members who were linked to an existing account with the same address. */
  linked: count,
  /** Known members with a new picture or name. */
  updated: count,
  /** Bots, guests, people who left, and those without an address. */
  skipped: count,
  /** Why it ended early, in plain words; null when it did not. */
  failure: z.string().nullable(),
})
export type SlackImport = z.output<typeof slackImport>

export const slackStatus = z.object({
  botTokenConfigured: z.boolean(),
  channelConfigured: z.boolean(),
  /** Whether the chat accepted the latest message, or passed the latest test. */
  channelConnected: z.boolean(),
  /** Whether events send notifications. */
  notificationsActive: z.boolean(),
  connection: z.object({
    state: z.enum(chatStates),
    /** Slack's error code for why it is disconnected. */
    code: z.string().nullable(),
    /** The same in plain words. */
    reason: z.string().nullable(),
    /** When the present state began. */
    since: instant.nullable(),
  }),
  /** The names of the workspace and of the channel, once Slack has been asked for them. */
  team: z.string().nullable(),
  channel: z.string().nullable(),
  /** How many notifications wait to be sent, and how many were given up. */
  waiting: count,
  failed: count,
  lastSentAt: instant.nullable(),
  /** Why the latest failed notification was given up, in plain words. */
  lastFailure: z.string().nullable(),
  /** The automatic notifications. */
  notifications: z.array(z.object({ name: z.string(), isEnabled: z.boolean() })),
  lastImport: slackImport.nullable(),
})
export type SlackStatus = z.output<typeof slackStatus>

/** The status as it is known without asking Slack. */
export const getSlackStatus = endpoint({
  method: 'GET',
  path: '/api/slack/status',
  answer: z.object({ data: slackStatus }),
})
