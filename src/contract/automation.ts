import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant } from './fields.ts'
import { lastSeen } from './tables.ts'

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
const settingFields = {
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
}
const automationSettingsChange = z.object({ ...settingFields, seen: lastSeen(settingFields) }).partial()
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

/** How the secret stands with which machines deliver. */
export const hookSecret = z.object({
  secret: z.string(),
  /** Set in the environment: it is changed there, and not here. */
  isFromEnvironment: z.boolean(),
  /** Until when the one before it is accepted too; null when there is none that ends by itself. */
  previousEndsAt: instant.nullable(),
})

/**
 * Makes a new secret for the hooks. The one before it is accepted for another 24 hours, so that whoever delivers can be
 * told; an older one ends at once. 409 when the secret is set in the environment.
 */
export const rotateHookSecret = endpoint({
  method: 'POST',
  path: '/api/automation/rotate-secret',
  answer: z.object({ data: hookSecret }),
})
