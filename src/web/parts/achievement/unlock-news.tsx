import type { EarnedAchievement } from '#contract/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { useEarnedAchievements } from '#web/api/achievements.ts'
import { namesOf } from './unlocked.ts'
import { useUnlocked } from './use-unlocked.tsx'

/** Announces achievements that the member unlocks, on a screen whose badges do not. */
export function UnlockNews({ memberId }: { readonly memberId: UserId }) {
  const earned = useEarnedAchievements(memberId)
  return earned.data ? <News memberId={memberId} earned={earned.data.data} /> : null
}

interface NewsProps {
  readonly memberId: UserId
  readonly earned: readonly EarnedAchievement[]
}

function News({ memberId, earned }: NewsProps) {
  return <UnlockStatus unlocked={useUnlocked(memberId, earned)} />
}

/** Announces unlocked achievements to screen readers. */
export function UnlockStatus({ unlocked }: { readonly unlocked: readonly EarnedAchievement[] }) {
  return (
    <span className="visually-hidden" role="status">
      {unlocked.length > 0 && `${namesOf(unlocked)} unlocked`}
    </span>
  )
}
