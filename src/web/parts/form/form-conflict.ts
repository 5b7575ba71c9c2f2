import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { caughtUp } from './caught-up.ts'

interface Opening<Values, Seen> {
  /** What the form was opened with. */
  readonly opened: Seen
  /** How that stands in the form's fields, which have the same names. */
  readonly fieldsOf: (seen: Seen) => Values
}

export interface FormConflict<Values, Seen> {
  /** How the fields were last seen, to be sent along with a change. */
  readonly seen: Seen
  /** What somebody else changed meanwhile, with its present values; null when nothing is known of that. */
  readonly changed: Partial<Seen> | null
  /** Takes in what a refusal says of the other's change, and answers whether it says anything. */
  readonly learn: (current: Readonly<Record<string, unknown>> | undefined) => boolean
  /** Puts what the other has written into the form, and the focus into the first field of it. */
  readonly take: () => void
  /** Begins anew with what has been saved. A field that was changed since it was `sent` keeps what it says. */
  readonly reopen: (saved: Seen, sent: Values) => void
}

/** Keeps in mind what a form was opened with, so that nobody's change is overwritten unseen. */
export function useFormConflict<Values extends object, Seen extends object>(
  form: UseFormReturnType<Values>,
  { opened, fieldsOf }: Opening<Values, Seen>,
): FormConflict<Values, Seen> {
  const [seen, setSeen] = useState(opened)
  const [changed, setChanged] = useState<Partial<Seen> | null>(null)
  return {
    seen,
    changed,
    learn: (current) => {
      if (!current) {
        setChanged(null)
        return false
      }
      const now = { ...seen, ...current }
      setSeen(now)
      // The server answers for the fields that it was sent, in their own shapes.
      setChanged(current as Partial<Seen>)
      form.setValues(caughtUp(form.getValues(), { opened: fieldsOf(seen), now: fieldsOf(now) }))
      return true
    },
    take: () => {
      const theirs = fieldsOf(seen)
      const fields = (Object.keys(theirs) as (keyof Values & string)[]).filter(
        (field) => changed && field in changed,
      )
      const taken: Partial<Values> = {}
      for (const field of fields) taken[field] = theirs[field]
      form.setValues({ ...form.getValues(), ...taken })
      setChanged(null)
      // The button that was pressed goes.
      if (fields[0]) form.getInputNode(fields[0])?.focus()
    },
    reopen: (saved, sent) => {
      setSeen(saved)
      setChanged(null)
      form.setValues(caughtUp(form.getValues(), { opened: sent, now: fieldsOf(saved) }))
    },
  }
}
