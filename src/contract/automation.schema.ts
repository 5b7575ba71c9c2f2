import { z } from 'zod'
import * as contract from './automation.ts'
import { instant } from './fields.schema.ts'
import { serve } from './served.schema.ts'
import { lastSeen } from './tables.schema.ts'

const onOrOff = z.boolean('Must be true or false')

const automationSettings = z
  .object({
    zapierEnabled: z.boolean(),
    socialPilotEnabled: z.boolean(),
    autoPublish: z.boolean(),
    pointsOnSchedule: z.boolean(),
    pointsOnPublish: z.boolean(),
    webhookUrl: z.string().nullable(),
  })
  .meta({ id: 'AutomationSettingsView' }) satisfies z.ZodType<contract.AutomationSettingsView>

const settingFields = {
  zapierEnabled: onOrOff,
  socialPilotEnabled: onOrOff,
  autoPublish: onOrOff,
  pointsOnSchedule: onOrOff,
  pointsOnPublish: onOrOff,
  webhookUrl: z
    .string('Must be text')
    .trim()
    .nullable()
    .transform((text) => text || null),
}

export const getAutomationSettings = serve(contract.getAutomationSettings, {
  answer: z.object({ data: automationSettings }),
})

export const saveAutomationSettings = serve(contract.saveAutomationSettings, {
  body: z.object({ ...settingFields, seen: lastSeen(settingFields) }).partial(),
  answer: z.object({ data: automationSettings }),
})

export const testZapier = serve(contract.testZapier, {
  body: z
    .object({
      test: onOrOff.optional(),
      timestamp: z.string('Must be text').max(100, 'Must be at most 100 characters long').optional(),
    })
    .nullish(),
  answer: z.object({ success: z.literal(true), message: z.string() }),
})

const hookSecret = z.object({
  secret: z.string(),
  isFromEnvironment: z.boolean(),
  previousEndsAt: instant.nullable(),
})

export const rotateHookSecret = serve(contract.rotateHookSecret, { answer: z.object({ data: hookSecret }) })
