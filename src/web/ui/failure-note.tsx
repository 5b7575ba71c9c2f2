import { CircleAlert } from 'lucide-react'
import * as classes from './failure-note.module.css'

/** The reason for a failure, shown in a form or dialog. A toast has already announced the failure. */
export function FailureNote({ text }: { readonly text: string }) {
  return (
    <div className={classes.failure}>
      <CircleAlert size={18} aria-hidden className={classes.icon} />
      <p>{text}</p>
    </div>
  )
}
