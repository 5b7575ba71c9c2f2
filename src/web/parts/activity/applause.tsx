import { useId } from 'react'
import type { Activity } from '#contract/activities.ts'
import { useApplause } from '#web/api/activities.ts'
import { toast } from '#web/ui/toasts.ts'
import classes from './applause.module.css'
import { ApplauseIcon } from './applause-icon.tsx'

interface ApplauseProps {
  readonly activity: Pick<Activity, 'id' | 'applause'>
  /** Who did what, for screen readers: "Grace Kamau: earned First Steps". */
  readonly what: string
}

/** The button that applauds a colleague's activity or takes that back, with the number of those who do. */
export function ApplauseButton({ activity: { id, applause }, what }: ApplauseProps) {
  const countId = useId()
  const { mutate } = useApplause()
  const { count, mine } = applause
  const press = () =>
    mutate(
      { id, mine: !mine },
      {
        onError: () =>
          toast({
            kind: 'destructive',
            title: 'Applause failed',
            description: 'Please try again later.',
          }),
      },
    )
  return (
    <button
      type="button"
      className={classes.applause}
      aria-pressed={mine}
      aria-label={`Applaud ${what}`}
      aria-describedby={countId}
      onClick={press}
    >
      <ApplauseIcon className={classes.hand} />
      {count > 0 && (
        // The key lets each new number roll in.
        <span key={count} className={classes.count}>
          {count.toLocaleString('en-US')}
        </span>
      )}
      <span id={countId} className="visually-hidden">
        {count.toLocaleString('en-US')} so far
      </span>
    </button>
  )
}

/** How many colleagues applaud the member's own activity; nothing while nobody does. */
export function ApplauseCount({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.applause}>
      <ApplauseIcon />
      <span key={count} className={classes.count}>
        {count.toLocaleString('en-US')}
      </span>
      <span className="visually-hidden">{count === 1 ? ' colleague applauds' : ' colleagues applaud'}</span>
    </span>
  )
}
