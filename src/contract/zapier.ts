import { endpoint } from './endpoint.ts'
import type { HookAnswer } from './hooks.ts'

export const triggerActions = ['schedule', 'publish', 'fail'] as const

export interface TriggerPayload {
  readonly shareId: string
  readonly action: (typeof triggerActions)[number]
}

/** The automation service says what became of a share. */
export const zapierTrigger = endpoint<{ body: TriggerPayload; answer: HookAnswer }>(
  'POST',
  '/api/zapier/trigger',
)
