import { Flame as FlameShape } from 'lucide-react'
import classes from './flame-icon.module.css'
import type { Flame } from './streak-flame.ts'

/** The flame before a streak's number of days. */
export function FlameIcon({ flame }: { readonly flame: Flame }) {
  return (
    <span className={classes.flame} data-flame={flame}>
      <FlameShape size={20} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
