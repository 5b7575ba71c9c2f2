import { Award } from 'lucide-react'
import type { Achievement, EarnedAchievement, ToAchieve } from '#contract/achievements.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useAchievementProgress, useAchievements, useEarnedAchievements } from '#web/api/achievements.ts'
import { achievementSlots, nextAchievement } from '#web/parts/achievement/achievement-slots.ts'
import { AchievementTiles, AchievementTilesSkeleton } from '#web/parts/achievement/achievement-tiles.tsx'
import { progressOf, restWords } from '#web/parts/achievement/progress-words.ts'
import { UnlockStatus } from '#web/parts/achievement/unlock-news.tsx'
import { useUnlocked, useUnseen } from '#web/parts/achievement/use-unlocked.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import classes from './achievements-card.module.css'

const slotCount = 3

interface Achievements {
  readonly all: readonly Achievement[]
  readonly earned: readonly EarnedAchievement[]
  readonly ways: readonly ToAchieve[]
}

/** The member's latest achievements and the next badge. */
export function AchievementsCard({ user }: { readonly user: CurrentUser }) {
  const all = useAchievements()
  const earned = useEarnedAchievements(user.id)
  // The badges are worth showing without it.
  const ways = useAchievementProgress()
  const isHere = all.data && earned.data && (ways.data || ways.isError)
  const known = isHere
    ? { all: all.data.data, earned: earned.data.data, ways: ways.data?.data ?? [] }
    : undefined
  return (
    <Card
      section="Your Achievements"
      title="Recent Achievements"
      aside={
        known && (
          <>
            {known.earned.length} of {known.all.length}
            <span className="visually-hidden"> earned</span>
          </>
        )
      }
    >
      <QueryState
        query={{
          data: known,
          isError: all.isError || earned.isError,
          refetch: () => Promise.all([all.refetch(), earned.refetch()]),
        }}
        what="achievements"
        skeleton={<AchievementTilesSkeleton count={slotCount} />}
      >
        {(achievements) => <Latest {...achievements} />}
      </QueryState>
    </Card>
  )
}

function Latest(achievements: Achievements) {
  const { all, earned, ways } = achievements
  const unlocked = useUnlocked(earned)
  const unseen = useUnseen(earned)
  return (
    <>
      <AchievementTiles
        label="Recent achievements"
        tiles={achievementSlots(achievements, slotCount).map((slot) => ({
          ...slot,
          isNew: [...unlocked, ...unseen].some(({ achievementId }) => achievementId === slot.key),
        }))}
      />
      <NextBadge next={nextAchievement(all, earned)} ways={ways} />
      <UnlockStatus unlocked={unlocked} />
    </>
  )
}

interface NextBadgeProps {
  readonly next: Achievement | null
  readonly ways: readonly ToAchieve[]
}

function NextBadge({ next, ways }: NextBadgeProps) {
  if (!next) {
    return (
      <p className={classes.next}>
        <Award className={classes.icon} size={20} strokeWidth={1.75} aria-hidden />
        <span className={classes.name}>All achievements unlocked</span>
      </p>
    )
  }
  const progress = progressOf(next.id, ways)
  return (
    <p className={classes.next}>
      <span className={classes.label}>Next Badge</span>
      <span className={classes.name}>{next.name}</span>
      <span className={classes.rest}>{progress ? restWords(progress) : next.description}</span>
    </p>
  )
}
