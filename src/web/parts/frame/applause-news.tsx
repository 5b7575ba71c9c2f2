import { useEffect, useRef } from 'react'
import type { BellLine } from '#contract/bell.ts'
import { useBell } from '#web/api/bell.ts'
import { preferences } from '#web/app/preferences.ts'
import { ApplauseIcon } from '#web/parts/activity/applause-icon.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './applause-news.module.css'

/** Tells a member in a toast that colleagues applaud, unless they keep live toasts quiet. Renders nothing. */
export function ApplauseNews() {
  const lines = useBell().data?.data
  /** The most colleagues so far in each line, so that applause which is taken back and given again is told once. */
  const known = useRef<ReadonlyMap<string, number> | null>(null)
  useEffect(() => {
    if (!lines) return
    const before = known.current
    const applause = lines.filter(({ kind }) => kind === 'applause')
    known.current = new Map([
      ...(before ?? []),
      ...applause.map(({ id, count }): [string, number] => [id, Math.max(count, before?.get(id) ?? 0)]),
    ])
    const news = before && applause.find(({ id, count }) => count > (before.get(id) ?? 0))
    if (news && !preferences.read().isQuiet) tell(news)
  }, [lines])
  return null
}

function tell({ count, subject }: BellLine): void {
  toast({
    title: 'Applause for you',
    description: `${counted(count, 'colleague')} applauded ${subject === null ? 'what you did' : `you: ${subject}`}`,
    kind: 'live',
    picture: (
      <span className={classes.hand}>
        <ApplauseIcon />
      </span>
    ),
  })
}
