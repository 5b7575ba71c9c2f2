import { useEffect, useRef, useState } from 'react'
import type { EarnedAchievement } from '#contract/achievements.ts'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { Badge } from './badge.tsx'
import { namesOf, newlyEarned } from './unlocked.ts'

const festiveBadge = 92
const none: readonly EarnedAchievement[] = []

/** Ids of what was unlocked on screens without badges. The next screen with badges reveals it. */
const unseen = new Set<string>()

/** What was unlocked on screens without badges since badges were last seen. */
export function useUnseen(earned: readonly EarnedAchievement[]): readonly EarnedAchievement[] {
  const [revealed] = useState(() => earned.filter(({ id }) => unseen.has(id)))
  useEffect(() => unseen.clear(), [])
  return revealed
}

/**
 * The achievements in `earned` that were unlocked last while the screen was open. A large toast announces them at
 * once, in place of the toast of the report that earned them. Once a screen; other places take `useJustEarned`.
 */
export function useUnlocked(
  earned: readonly EarnedAchievement[],
  hasBadges = true,
): readonly EarnedAchievement[] {
  const unlocked = useLatest(earned)
  useEffect(() => {
    const [newest] = unlocked
    if (!newest) return
    if (!hasBadges) for (const { id } of unlocked) unseen.add(id)
    const points = unlocked.reduce((sum, achievement) => sum + achievement.points, 0)
    toast({
      title: 'Achievement unlocked',
      description: `${namesOf(unlocked)} · +${counted(points, 'point')}`,
      kind: 'success',
      isFestive: true,
      picture: <Badge icon={newest.icon} rarity={newest.rarity} size={festiveBadge} isRevealed />,
    })
  }, [unlocked, hasBadges])
  return stillHeld(unlocked, earned)
}

/** Like `useUnlocked`, without the toast. */
export function useJustEarned(earned: readonly EarnedAchievement[]): readonly EarnedAchievement[] {
  return stillHeld(useLatest(earned), earned)
}

/** What was added to `earned` last, as one list that stays the same until more is added. */
function useLatest(earned: readonly EarnedAchievement[]): readonly EarnedAchievement[] {
  const known = useRef(earned)
  const [latest, setLatest] = useState(none)
  useEffect(() => {
    const fresh = newlyEarned(known.current, earned)
    known.current = earned
    if (fresh.length > 0) setLatest(fresh)
  }, [earned])
  return latest
}

function stillHeld(unlocked: readonly EarnedAchievement[], earned: readonly EarnedAchievement[]) {
  return unlocked.filter(({ id }) => earned.some((one) => one.id === id))
}
