import type { UseFormReturnType } from '@mantine/form'
import { flushSync } from 'react-dom'

/** Messages by path, such as `title` or `dailyCaps.like`. */
export type Problems = Readonly<Record<string, string | undefined>>

/** Shows what is wrong at each field, and puts the focus into the first of them, in the order of the form's values. */
export function refuseFields<Values extends object>(
  form: UseFormReturnType<Values>,
  problems: Problems,
): void {
  const { atFields } = sortedProblems(form.values, problems)
  // Drawn before the focus moves, so that a screen reader finds the message with its field.
  flushSync(() => form.setErrors(atFields))
  const first = fieldNames(form.values).find((name) => atFields[name] !== undefined)
  if (first !== undefined) form.getInputNode(first)?.focus()
}

/** The first problem of each field of a form, and those that belong to none. */
export function sortedProblems(
  values: object,
  problems: Problems,
): {
  readonly atFields: Readonly<Record<string, string>>
  readonly strays: Readonly<Record<string, string>>
} {
  const names = fieldNames(values)
  const atFields: Record<string, string> = {}
  const strays: Record<string, string> = {}
  for (const [path, message = ''] of Object.entries(problems)) {
    const field = names.find((name) => path === name || path.startsWith(`${name}.`))
    if (field === undefined) strays[path] = message
    else atFields[field] ??= message
  }
  return { atFields, strays }
}

/** The fields of a form in order; one inside another value is `outer.inner`. */
function fieldNames(values: object): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    isRecord(value) ? fieldNames(value).map((inner) => `${name}.${inner}`) : [name],
  )
}

function isRecord(value: unknown): value is object {
  return value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype
}
