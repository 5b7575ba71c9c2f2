import { Award } from 'lucide-react'
import type { Achievement, EarnedAchievement } from '#contract/achievements.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useAchievements, useEarnedAchievements } from '#web/api/achievements.ts'
import { achievementSlots, nextAchievement } from '#web/parts/achievement/achievement-slots.ts'
import { AchievementTiles, AchievementTilesSkeleton } from '#web/parts/achievement/achievement-tiles.tsx'
import { UnlockStatus } from '#web/parts/achievement/unlock-news.tsx'
import { useUnlocked } from '#web/parts/achievement/use-unlocked.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import classes from './achievements-card.module.css'

const slotCount = 3

interface Achievements {
  readonly all: readonly Achievement[]
  readonly earned: readonly EarnedAchievement[]
}

/** The member's latest achievements and the next badge. */
export function AchievementsCard({ user }: { readonly user: CurrentUser }) {
  const all = useAchievements()
  const earned = useEarnedAchievements(user.id)
  const both = all.data && earned.data ? { all: all.data.data, earned: earned.data.data } : undefined
  return (
    <Card section="Your Achievements" title="Recent Achievements">
      <QueryState
        query={{
          data: both,
          isError: all.isError || earned.isError,
          refetch: () => Promise.all([all.refetch(), earned.refetch()]),
        }}
        what="achievements"
        skeleton={<AchievementTilesSkeleton count={3} />}
      >
        {(achievements) => <Latest {...achievements} />}
      </QueryState>
    </Card>
  )
}

function Latest({ all, earned }: Achievements) {
  const unlocked = useUnlocked(earned)
  const slots = achievementSlots(all, earned, slotCount)
  return (
    <>
      <AchievementTiles
        label="Recent achievements"
        tiles={slots.map((slot) => ({
          ...slot,
          isNew: unlocked.some(({ achievementId }) => achievementId === slot.key),
        }))}
      />
      <NextBadge next={nextAchievement(all, earned)} />
      <UnlockStatus unlocked={unlocked} />
    </>
  )
}

function NextBadge({ next }: { readonly next: Achievement | null }) {
  if (!next) {
    return (
      <p className={classes.next}>
        <Award className={classes.icon} size={20} strokeWidth={1.75} aria-hidden />
        <span className={classes.name}>All achievements unlocked</span>
      </p>
    )
  }
  return (
    <p className={classes.next}>
      <span className={classes.label}>Next Badge</span>
      <span className={classes.name}>{next.name}</span>
      <span className={classes.description}>{next.description}</span>
    </p>
  )
}
