import { useEffect, useRef, useState } from 'react'
import type { EarnedAchievement } from '#contract/achievements.ts'
import { toast } from '#web/ui/toasts.ts'
import { namesOf, newlyEarned } from './unlocked.ts'

const none: readonly EarnedAchievement[] = []

/**
 * The achievements of `earned` that were unlocked last while the reader looked on. A toast tells of them after the one
 * of the report that brought them; it is dropped when its turn does not come, as they stand on screen anyway.
 */
export function useUnlocked(earned: readonly EarnedAchievement[]): readonly EarnedAchievement[] {
  const known = useRef(earned)
  const [unlocked, setUnlocked] = useState(none)
  useEffect(() => {
    const fresh = newlyEarned(known.current, earned)
    known.current = earned
    if (fresh.length === 0) return
    setUnlocked(fresh)
    const points = fresh.reduce((sum, achievement) => sum + achievement.points, 0)
    toast({
      title: 'Achievement unlocked',
      description: `${namesOf(fresh)} · +${points.toLocaleString('en-US')} points`,
      kind: 'live',
    })
  }, [earned])
  return unlocked.filter(({ id }) => earned.some((one) => one.id === id))
}
