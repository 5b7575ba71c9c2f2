import { useEffect, useRef } from 'react'
import type { BellLine } from '#contract/bell.ts'
import { useBell } from '#web/api/bell.ts'
import { toast } from '#web/ui/toasts.ts'
import { newOutcomes, outcomeToast } from './share-outcomes.ts'

/** Tells a member at once when one of their shares is answered. Renders nothing. */
export function OutcomeNews() {
  const lines = useBell().data?.data
  const before = useRef<readonly BellLine[] | null>(null)
  useEffect(() => {
    if (!lines) return
    const news = before.current ? newOutcomes(before.current, lines) : []
    before.current = lines
    for (const line of news) toast(outcomeToast(line))
  }, [lines])
  return null
}
