import { useEffect, useRef, useState } from 'react'
import type { EarnedAchievement } from '#contract/achievements.ts'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { namesOf, newlyEarned } from './unlocked.ts'

const none: readonly EarnedAchievement[] = []

/**
 * The achievements in `earned` that were unlocked last while the screen was open. A toast announces them after the
 * toast of the report that earned them. It is dropped if its turn never comes, because the screen shows them anyway.
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
      description: `${namesOf(fresh)} · +${counted(points, 'point')}`,
      kind: 'live',
    })
  }, [earned])
  return unlocked.filter(({ id }) => earned.some((one) => one.id === id))
}
