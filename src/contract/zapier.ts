import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { oneOf } from './fields.ts'
import { foreignId, hookAnswer } from './hooks.ts'

export const triggerActions = ['schedule', 'publish', 'fail'] as const

const triggerPayload = z.object({
  shareId: foreignId.pipe(z.string('Share is required')),
  action: oneOf(triggerActions, 'Action'),
})
export type TriggerPayload = z.output<typeof triggerPayload>

/** The automation service says what became of a share. */
export const zapierTrigger = endpoint({
  method: 'POST',
  path: '/api/zapier/trigger',
  body: triggerPayload,
  answer: hookAnswer,
})
