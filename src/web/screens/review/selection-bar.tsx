import { Check } from 'lucide-react'
import { singlePress } from '#web/ui/single-press.ts'
import * as classes from './selection-bar.module.css'

interface SelectionBarProps {
  readonly count: number
  readonly isPending: boolean
  readonly onClear: () => void
  readonly onVerify: () => void
}

/** What can be done with all selected rows; it stays at the foot of the window. */
export function SelectionBar({ count, isPending, onClear, onVerify }: SelectionBarProps) {
  return (
    <section className={classes.bar} aria-label="Selection" data-selection>
      <span className={classes.count} role="status">
        {count.toLocaleString('en-US')} selected
      </span>
      <button type="button" className={classes.button} onClick={onClear}>
        Clear
      </button>
      <button
        type="button"
        className={classes.main}
        aria-disabled={isPending || undefined}
        {...singlePress(() => isPending || onVerify())}
      >
        <Check size={16} strokeWidth={2.2} aria-hidden />
        {isPending ? 'Verifying…' : `Verify ${count.toLocaleString('en-US')}`}
      </button>
    </section>
  )
}
