import { Info } from 'lucide-react'
import * as classes from './draft-notes.module.css'

/** What follows from saving a rule. It is said again whenever a field changes it, and blocks nothing. */
export function DraftNotes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <div role="status" className={classes.region}>
      {notes.length > 0 && (
        <div className={classes.notes}>
          <Info size={16} aria-hidden />
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
