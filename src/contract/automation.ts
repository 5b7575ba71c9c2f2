import { z } from 'zod'
import { endpoint } from './endpoint.ts'

const onOrOff = z.boolean('Must be true or false')

const automationSettings = z.object({
  zapierEnabled: z.boolean(),
  socialPilotEnabled: z.boolean(),
  autoPublish: z.boolean(),
  pointsOnSchedule: z.boolean(),
  pointsOnPublish: z.boolean(),
  /** Shortened so that nobody can deliver to it: scheme, host, `/…` and the last four characters. */
  webhookUrl: z.string().nullable(),
})
export type AutomationSettingsView = z.output<typeof automationSettings>

/** What is left out stays as it is. */
const automationSettingsChange = z
  .object({
    zapierEnabled: onOrOff,
    socialPilotEnabled: onOrOff,
    autoPublish: onOrOff,
    pointsOnSchedule: onOrOff,
    pointsOnPublish: onOrOff,
    /** The whole address, or the shortened one to keep it; null and empty text clear it. */
    webhookUrl: z
      .string('Must be text')
      .trim()
      .nullable()
      .transform((text) => text || null),
  })
  .partial()
export type AutomationSettingsChange = z.output<typeof automationSettingsChange>

export const getAutomationSettings = endpoint({
  method: 'GET',
  path: '/api/automation/settings',
  answer: z.object({ data: automationSettings }),
})

export const saveAutomationSettings = endpoint({
  method: 'POST',
  path: '/api/automation/settings',
  body: automationSettingsChange,
  answer: z.object({ data: automationSettings }),
})

/**
 * Sends one test message to the saved address, now. 409 when there is none or the service is switched off, 502 when
 * the message was not accepted. A success says no more than that it was: the service accepts for a switched-off Zap too.
 */
export const testZapier = endpoint({
  method: 'POST',
  path: '/api/zapier/test',
  body: z
    .object({
      test: onOrOff.optional(),
      timestamp: z.string('Must be text').max(100, 'Must be at most 100 characters long').optional(),
    })
    .nullish(),
  answer: z.object({ success: z.literal(true), message: z.string() }),
})
