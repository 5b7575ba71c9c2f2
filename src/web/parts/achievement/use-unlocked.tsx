import { useEffect, useRef, useState } from 'react'
import type { EarnedAchievement } from '#contract/achievements.ts'
import { paths } from '#contract/paths.ts'
import type { UserId } from '#domain/ids.ts'
import { heldBefore } from '#web/api/achievements.ts'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { rarityNames } from './rarity-names.ts'
import { namesOf, newlyEarned } from './unlocked.ts'
import { UnlockedBadge } from './unlocked-badge.tsx'

const none: readonly EarnedAchievement[] = []

/** What was unlocked, by its code, and not revealed on any screen with badges since. */
const unseen = new Set<string>()

/** Whether a screen has looked for what was unlocked: from then on nothing was missed. */
let hasLooked = false

/**
 * The achievements in `earned` that were unlocked last while the screen was open. A large toast announces them at
 * once, in place of the toast of the report that earned them. Once a screen; badges themselves take `useFresh`.
 */
export function useUnlocked(
  memberId: UserId,
  earned: readonly EarnedAchievement[],
): readonly EarnedAchievement[] {
  const unlocked = useLatest(earned, hasLooked ? null : heldBefore(memberId))
  useEffect(() => {
    hasLooked = true
  }, [])
  useEffect(() => {
    const [newest] = unlocked
    if (!newest) return
    for (const { achievementId } of unlocked) unseen.add(achievementId)
    const points = unlocked.reduce((sum, achievement) => sum + achievement.points, 0)
    const kind = unlocked.length === 1 ? rarityNames[newest.rarity] : counted(unlocked.length, 'badge')
    toast({
      title: 'Achievement unlocked',
      description: namesOf(unlocked),
      detail: points > 0 ? [kind, `+${counted(points, 'point')}`] : [kind],
      kind: 'success',
      picture: <UnlockedBadge icon={newest.icon} rarity={newest.rarity} />,
      action: { label: 'See all badges', href: `${paths.profile}?tab=achievements` },
    })
  }, [unlocked])
  return stillHeld(unlocked, earned)
}

/** Tells of each badge, by its code, whether it was unlocked since badges were last seen, and takes note once it is. */
export function useFresh(earned: readonly EarnedAchievement[]) {
  const [awaited] = useState(() => earned.filter(({ achievementId }) => unseen.has(achievementId)))
  const fresh = stillHeld([...useLatest(earned), ...awaited], earned)
  return (code: string) => ({
    isNew: fresh.some(({ achievementId }) => achievementId === code),
    onReveal: () => void unseen.delete(code),
  })
}

/** What was added to `earned`, or to what was known `before`, last: one list that stays until more is added. */
function useLatest(
  earned: readonly EarnedAchievement[],
  before: readonly EarnedAchievement[] | null = null,
): readonly EarnedAchievement[] {
  const known = useRef(before ?? earned)
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
