import type { EarnedAchievement } from '#contract/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { useEarnedAchievements } from '#web/api/achievements.ts'
import { namesOf } from './unlocked.ts'
import { useUnlocked } from './use-unlocked.tsx'

interface UnlockNewsProps {
  readonly memberId: UserId
  /** Whether the screen shows the badges, in other parts of it. */
  readonly hasBadges?: boolean
}

/** Announces achievements that the member unlocks, on a screen whose badges do not. */
export function UnlockNews({ memberId, hasBadges = false }: UnlockNewsProps) {
  const earned = useEarnedAchievements(memberId)
  return earned.data ? <News earned={earned.data.data} hasBadges={hasBadges} /> : null
}

interface NewsProps {
  readonly earned: readonly EarnedAchievement[]
  readonly hasBadges: boolean
}

function News({ earned, hasBadges }: NewsProps) {
  return <UnlockStatus unlocked={useUnlocked(earned, hasBadges)} />
}

/** Announces unlocked achievements to screen readers. */
export function UnlockStatus({ unlocked }: { readonly unlocked: readonly EarnedAchievement[] }) {
  return (
    <span className="visually-hidden" role="status">
      {unlocked.length > 0 && `${namesOf(unlocked)} unlocked`}
    </span>
  )
}
