import type { z } from 'zod'
import type { HookAnswer } from '#contract/hooks.ts'
import type { Tx } from '#server/db/handle.ts'
import { AppError } from '#server/errors.ts'
import type { Done } from './receive.ts'
import { type Integration, isSwitchedOn } from './store.ts'

/** The result of a delivery whose sender gets a message. */
export function done(message: string, hasChanges: boolean): Done<HookAnswer> {
  return { answer: { success: true, duplicate: false, message }, isDuplicate: false, hasChanges }
}

/** The answer to a repeated delivery. */
export function repeated(answer: HookAnswer): HookAnswer {
  return { ...answer, duplicate: true }
}

/** The result of a test delivery, which never changes anything. */
export const testReceived = done('Test received: nothing was changed', false)

/** Refuses deliveries while an integration is switched off. */
export async function assertOn(tx: Tx, integration: Integration): Promise<void> {
  if (!(await isSwitchedOn(tx, integration)))
    throw new AppError('conflict', `${integration} is switched off in the automation settings`)
}

/** The refusal of a body that does not match its schema. `names` maps fields to the sender's names. */
export function wrongShape(
  error: z.ZodError | undefined,
  names: Readonly<Record<string, string>> = {},
): AppError {
  const issues = (error?.issues ?? []).map(({ path, message }) => {
    const name = path.join('.')
    return { path: names[name] ?? name, message }
  })
  const [{ path, message } = { path: '', message: 'The request is not valid' }] = issues
  return new AppError('invalid', path ? `${path}: ${message}` : message, { issues })
}
