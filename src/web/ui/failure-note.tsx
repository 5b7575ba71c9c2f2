import { CircleAlert } from 'lucide-react'
import classes from './failure-note.module.css'

/** Says in a form or a dialog why what was asked for did not happen. A toast has announced it. */
export function FailureNote({ text }: { readonly text: string }) {
  return (
    <div className={classes.failure}>
      <CircleAlert size={18} aria-hidden className={classes.icon} />
      <p>{text}</p>
    </div>
  )
}
