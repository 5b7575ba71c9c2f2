import type { UseFormReturnType } from '@mantine/form'
import { flushSync } from 'react-dom'

export type Problems = Readonly<Record<string, string | undefined>>

/** Shows what is wrong at each field, and puts the focus into the first of them, in the order of the form's values. */
export function refuseFields<Values extends object>(
  form: UseFormReturnType<Values>,
  problems: Problems,
): void {
  // Drawn before the focus moves, so that a screen reader finds the message with its field.
  flushSync(() => form.setErrors(problems))
  const first = Object.keys(form.values).find((name) => problems[name] !== undefined)
  if (first !== undefined) form.getInputNode(first)?.focus()
}
