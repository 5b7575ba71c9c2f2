import { useRef, useState } from 'react'
import type { Activity } from '#contract/activities.ts'
import { useApplause } from '#web/api/activities.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './applause.module.css'
import { ApplauseIcon } from './applause-icon.tsx'

interface ApplauseProps {
  readonly activity: Pick<Activity, 'id' | 'applause'>
  /** Who did what, for screen readers: "Grace Kamau: earned First Steps". */
  readonly what: string
}

/** The button that applauds a colleague's activity or takes that back, with the number of those who do. */
export function ApplauseButton({ activity: { id, applause }, what }: ApplauseProps) {
  const { mutate } = useApplause()
  const { count, mine } = applause
  const hasClapped = useRef(false)
  const press = () => {
    hasClapped.current = true
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
  }
  return (
    <button
      type="button"
      className={classes.applause}
      aria-pressed={mine}
      // What was applauded before the page was opened keeps still.
      data-clapped={hasClapped.current || undefined}
      aria-label={`Applaud ${what}${count === 0 ? '' : `, ${count.toLocaleString('en-US')} so far`}`}
      onClick={press}
    >
      <ApplauseIcon className={classes.hand} />
      <Count count={count} />
    </button>
  )
}

/** How many colleagues applaud the member's own activity; nothing while nobody does. */
export function ApplauseCount({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <span className={classes.applause}>
      <ApplauseIcon />
      <Count count={count} />
      <span className="visually-hidden">{count === 1 ? ' colleague applauds' : ' colleagues applaud'}</span>
    </span>
  )
}

/** The number, which rolls when it changes; nothing for none. */
function Count({ count }: { readonly count: number }) {
  const [counts, setCounts] = useState({ now: count, before: count })
  if (counts.now !== count) setCounts({ now: count, before: counts.now })
  if (count === 0) return null
  const { before } = counts
  const roll = before === count ? undefined : before < count ? 'up' : 'down'
  return (
    <span key={count} className={classes.count} data-roll={roll}>
      {count.toLocaleString('en-US')}
    </span>
  )
}
