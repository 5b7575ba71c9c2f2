import type { z } from 'zod'
import type { HookAnswer } from '#contract/hooks.ts'
import { AppError } from '#server/errors.ts'
import type { Done } from './receive.ts'

/** The end of a delivery whose sender reads a sentence. */
export function done(message: string, hasChanges: boolean): Done<HookAnswer> {
  return { answer: { success: true, duplicate: false, message }, isDuplicate: false, hasChanges }
}

/** What the sender of a repeat reads. */
export function repeated(answer: HookAnswer): HookAnswer {
  return { ...answer, duplicate: true }
}

/** Shows that the hook works. A test changes nothing, whoever sends it and however often. */
export const testReceived = done('Test received: nothing was changed', false)

/** Refuses deliveries while an integration is switched off. */
export function assertOn(isOn: boolean, name: string): void {
  if (!isOn) throw new AppError('conflict', `${name} is switched off in the automation settings`)
}

/** The refusal of a body that does not have its shape. `names` maps fields to what the sender calls them. */
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
