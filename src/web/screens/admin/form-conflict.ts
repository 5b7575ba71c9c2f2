import type { UseFormReturnType } from '@mantine/form'
import type { Refusal } from '#web/parts/form/attempt.ts'
import { refuseFields } from '#web/parts/form/form-refusal.ts'
import { caughtUp } from './caught-up.ts'
import { useEditConflict } from './edit-conflict.tsx'

interface Opening<Values, Seen> {
  /** What the form was opened with. */
  readonly opened: Seen
  /** How that stands in the form's fields, which have the same names. */
  readonly fieldsOf: (seen: Seen) => Values
}

export interface FormConflict<Seen> {
  /** How the fields were last seen, to be sent along with a change. */
  readonly seen: Seen
  /** What somebody else changed meanwhile; null when nothing is known of that. */
  readonly changed: Partial<Seen> | null
  /** Shows what was refused: the other's change where that is the reason, else what is wrong at its fields. */
  readonly refuse: (refusal: Refusal) => void
  /** Puts what the other has written into the form, and the focus into the first field of it. */
  readonly take: () => void
}

/** What a form does when somebody else changes the same while it is open. */
export function useFormConflict<Values extends object, Seen extends object>(
  form: UseFormReturnType<Values>,
  { opened, fieldsOf }: Opening<Values, Seen>,
): FormConflict<Seen> {
  const { seen, changed, learn, settle } = useEditConflict<Seen>(opened)
  return {
    seen,
    changed,
    refuse: ({ current, problems }) => {
      if (!learn(current)) {
        settle()
        return refuseFields(form, problems)
      }
      const now = fieldsOf({ ...seen, ...current })
      form.setValues(caughtUp(form.values, { opened: fieldsOf(seen), now }))
    },
    take: () => {
      const theirs = fieldsOf(seen)
      const fields = (Object.keys(theirs) as (keyof Values & string)[]).filter(
        (field) => changed && field in changed,
      )
      const taken: Partial<Values> = {}
      for (const field of fields) taken[field] = theirs[field]
      form.setValues({ ...form.values, ...taken })
      settle()
      // The button that was pressed goes.
      if (fields[0]) form.getInputNode(fields[0])?.focus()
    },
  }
}
