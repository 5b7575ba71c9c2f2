import { Button } from '@mantine/core'
import { useState } from 'react'
import classes from './edit-conflict.module.css'

export interface EditConflict<Fields> {
  /** How the fields were last seen, to be sent along with a change. */
  readonly seen: Fields
  /** What somebody else changed meanwhile, as it is now; null when nothing is known of that. */
  readonly changed: Partial<Fields> | null
  /** Takes in what a refusal says of it; answers whether it says anything. */
  readonly learn: (current: Readonly<Record<string, unknown>> | undefined) => boolean
  readonly settle: () => void
}

/** Keeps in mind what a form was opened with, so that nobody's change is overwritten unseen. */
export function useEditConflict<Fields extends object>(opened: Fields): EditConflict<Fields> {
  const [seen, setSeen] = useState(opened)
  const [changed, setChanged] = useState<Partial<Fields> | null>(null)
  return {
    seen,
    changed,
    learn: (current) => {
      if (!current) return false
      // The server answers for the fields it was sent, in their own shapes.
      const news = current as Partial<Fields>
      setChanged(news)
      setSeen((before) => ({ ...before, ...news }))
      return true
    },
    settle: () => setChanged(null),
  }
}

interface ConflictNoteProps<Fields> {
  readonly changed: Partial<Fields>
  readonly names: Readonly<Record<keyof Fields, string>>
  readonly show: (value: unknown, field: keyof Fields) => string
  /** Puts what the other has written into the form. */
  readonly onTake: () => void
}

/** Tells whoever saves second what the first has changed, and lets them choose. */
export function ConflictNote<Fields extends object>({
  changed,
  names,
  show,
  onTake,
}: ConflictNoteProps<Fields>) {
  const fields = Object.keys(changed) as (keyof Fields)[]
  return (
    <div className={classes.note} role="alert">
      <p className={classes.title}>Somebody else changed this meanwhile. It reads now:</p>
      <dl className={classes.list}>
        {fields.map((field) => (
          <div key={String(field)}>
            <dt>{names[field]}</dt>
            <dd>{show(changed[field], field)}</dd>
          </div>
        ))}
      </dl>
      <p>Save again to keep what you wrote, or take over theirs.</p>
      <Button variant="default" onClick={onTake}>
        Take over theirs
      </Button>
    </div>
  )
}
