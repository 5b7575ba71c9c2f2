import { z } from 'zod'
import { count, instant } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import * as contract from './slack.ts'

const success = z.object({ success: z.literal(true), message: z.string() })

export const testSlackConnection = serve(contract.testSlackConnection, {
  answer: success.extend({ data: z.object({ team: z.string(), channel: z.string() }) }),
})

export const sendSlackInstructions = serve(contract.sendSlackInstructions, { answer: success })

export const sendSlackTest = serve(contract.sendSlackTest, { answer: success })

export const syncSlackUsers = serve(contract.syncSlackUsers, { answer: success })

export const retryFailedMessages = serve(contract.retryFailedMessages, {
  answer: success.extend({ data: z.object({ retried: count }) }),
})

const slackImport = z
  .object({
    at: instant,
    created: count,
    linked: count,
    updated: count,
    skipped: count,
    disabled: count,
    enabled: count,
    failure: z.string().nullable(),
    advice: z.string().nullable(),
  })
  .meta({ id: 'SlackImport' }) satisfies z.ZodType<contract.SlackImport>

const slackStatus = z
  .object({
    missing: z.array(z.string()),
    botTokenConfigured: z.boolean(),
    channelConfigured: z.boolean(),
    channelConnected: z.boolean(),
    notificationsActive: z.boolean(),
    direct: z.object({ waiting: count, failed: count, halt: z.string().nullable() }),
    mail: z.object({ isSetUp: z.boolean(), waiting: count, failed: count, halt: z.string().nullable() }),
    connection: z.object({
      state: z.enum(contract.chatStates),
      code: z.string().nullable(),
      reason: z.string().nullable(),
      since: instant.nullable(),
    }),
    team: z.string().nullable(),
    channel: z.string().nullable(),
    waiting: count,
    failed: count,
    lastSentAt: instant.nullable(),
    retryable: count,
    lastFailure: z.string().nullable(),
    lastFailureAdvice: z.string().nullable(),
    notifications: z.array(z.object({ name: z.string(), isEnabled: z.boolean() })),
    lastImport: slackImport.nullable(),
  })
  .meta({ id: 'SlackStatus' }) satisfies z.ZodType<contract.SlackStatus>

export const getSlackStatus = serve(contract.getSlackStatus, { answer: z.object({ data: slackStatus }) })

const longestChallenge = 500
const challenge = z.string().max(longestChallenge).optional()

export const receiveSlackEvent = serve(contract.receiveSlackEvent, {
  body: z.object({
    type: z.string(),
    challenge,
    event_id: z.string().optional(),
    event: z
      .object({ type: z.string(), user: z.unknown().optional(), tab: z.string().optional() })
      .optional(),
  }),
  answer: z.object({ challenge }),
})
