import { Button } from '@mantine/core'
import * as classes from './conflict-note.module.css'

/** How the fields of a form read in a sentence about them. */
export interface FieldWords<Fields> {
  readonly names: Readonly<Record<keyof Fields, string>>
  readonly show: (value: unknown, field: keyof Fields) => string
}

interface ConflictNoteProps<Fields> extends FieldWords<Fields> {
  readonly changed: Partial<Fields>
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
      <p className={classes.title}>Somebody else changed this meanwhile. It now reads:</p>
      <dl className={classes.list}>
        {fields.map((field) => (
          <div key={String(field)}>
            <dt>{names[field]}</dt>
            <dd>{show(changed[field], field)}</dd>
          </div>
        ))}
      </dl>
      <p>Save again to keep what you wrote, or use their version.</p>
      <Button variant="default" onClick={onTake}>
        Use their version
      </Button>
    </div>
  )
}
