import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { count, instant } from './fields.ts'

/** What is known of the chat: nothing yet, that it takes messages, or that it refused for a reason that stays. */
export const chatStates = ['unknown', 'connected', 'disconnected'] as const
export type ChatState = (typeof chatStates)[number]

const done = z.object({ success: z.literal(true), message: z.string() })

/** Asks Slack whether the token and the channel are good, and lets what was held back go out if they are. */
export const testSlackConnection = endpoint({
  method: 'POST',
  path: '/api/slack/test-connection',
  answer: done.extend({
    /** The names of the workspace and of the channel. */
    data: z.object({ team: z.string(), channel: z.string() }),
  }),
})

/** Posts to the channel how the product works. */
export const sendSlackInstructions = endpoint({
  method: 'POST',
  path: '/api/slack/send-instructions',
  answer: done,
})

/** Posts a message to the channel that says it is a test. */
export const sendSlackTest = endpoint({
  method: 'POST',
  path: '/api/slack/test-notification',
  answer: done,
})

/** Begins to take over the members of the workspace; `lastImport` of the status says how it went. */
export const syncSlackUsers = endpoint({ method: 'POST', path: '/api/slack/sync-users', answer: done })

/** How members were taken over. */
export const slackImport = z.object({
  at: instant,
  created: count,
  /** Members who had an account with the same address and were joined with it. */
  linked: count,
  /** Known members with a new picture. */
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
  /** Whether the chat took the latest message, or passed the latest test. */
  channelConnected: z.boolean(),
  /** Whether messages go out when something happens. */
  notificationsActive: z.boolean(),
  connection: z.object({
    state: z.enum(chatStates),
    /** Slack's word for why it is disconnected. */
    code: z.string().nullable(),
    /** The same in plain words. */
    reason: z.string().nullable(),
    /** Since when it is as it is. */
    since: instant.nullable(),
  }),
  /** The names of the workspace and of the channel, once they were asked for. */
  team: z.string().nullable(),
  channel: z.string().nullable(),
  /** Messages that wait to be sent, and that were given up. */
  waiting: count,
  failed: count,
  lastSentAt: instant.nullable(),
  /** Why the latest message that was given up was, in plain words. */
  lastFailure: z.string().nullable(),
  /** The automatic notifications. */
  notifications: z.array(z.object({ name: z.string(), isEnabled: z.boolean() })),
  lastImport: slackImport.nullable(),
})
export type SlackStatus = z.output<typeof slackStatus>

/** What is known without asking Slack. */
export const getSlackStatus = endpoint({
  method: 'GET',
  path: '/api/slack/status',
  answer: z.object({ data: slackStatus }),
})
