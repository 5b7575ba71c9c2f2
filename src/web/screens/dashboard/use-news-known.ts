import { useEffect, useState } from 'react'
import { usePreviousWinners } from '#web/api/contests.ts'

const mostWaitMs = 1_500

/**
 * Whether the champion banner is known to be there or not. It stands above everything else, which would move if it came
 * later; an answer that takes very long is not waited for.
 */
export function useNewsKnown(): boolean {
  const { isPending } = usePreviousWinners()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setIsLate(true), mostWaitMs)
    return () => clearTimeout(timer)
  }, [isPending])
  return isLate || !isPending
}
