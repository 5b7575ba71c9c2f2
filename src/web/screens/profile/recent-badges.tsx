import type { Achievement, EarnedAchievement } from '#contract/achievements.ts'
import type { UserId } from '#domain/ids.ts'
import { useAchievements, useEarnedAchievements } from '#web/api/achievements.ts'
import { achievementSlots, lockedAchievements } from '#web/parts/achievement/achievement-slots.ts'
import { AchievementTiles, AchievementTilesSkeleton } from '#web/parts/achievement/achievement-tiles.tsx'
import { UnlockStatus } from '#web/parts/achievement/unlock-news.tsx'
import { useUnlocked } from '#web/parts/achievement/use-unlocked.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ProfileCard } from './profile-card.tsx'
import classes from './recent-badges.module.css'

const mostBadges = 6

/** The member's latest badges, and the locked ones with how to earn them. */
export function RecentBadges({ memberId }: { readonly memberId: UserId }) {
  const all = useAchievements()
  const earned = useEarnedAchievements(memberId)
  const both = all.data && earned.data ? { all: all.data.data, earned: earned.data.data } : undefined
  return (
    <ProfileCard
      isAlone
      title="Recent badges"
      note={both && `${both.earned.length} of ${both.all.length} unlocked`}
    >
      <QueryState
        query={{
          data: both,
          isError: all.isError || earned.isError,
          refetch: () => Promise.all([all.refetch(), earned.refetch()]),
        }}
        what="badges"
        skeleton={<AchievementTilesSkeleton count={mostBadges} />}
      >
        {(badges) => <Badges {...badges} />}
      </QueryState>
    </ProfileCard>
  )
}

interface BadgesProps {
  readonly all: readonly Achievement[]
  readonly earned: readonly EarnedAchievement[]
}

function Badges({ all, earned }: BadgesProps) {
  const unlocked = useUnlocked(earned)
  const locked = lockedAchievements(all, earned)
  return (
    <>
      <div className={classes.tiles}>
        <AchievementTiles
          label="Recent badges"
          tiles={achievementSlots({ all, earned }, mostBadges).map((slot) => ({
            ...slot,
            isNew: unlocked.some(({ achievementId }) => achievementId === slot.key),
          }))}
        />
      </div>
      {locked.length > 0 && <StillLocked locked={locked} />}
      <UnlockStatus unlocked={unlocked} />
    </>
  )
}

function StillLocked({ locked }: { readonly locked: readonly Achievement[] }) {
  return (
    <section className={classes.locked} aria-labelledby="still-to-unlock">
      <h3 id="still-to-unlock" className={classes.subtitle}>
        Still to unlock
      </h3>
      <dl className={classes.ways}>
        {locked.map(({ id, name, description }) => (
          <div key={id}>
            <dt>{name}</dt>
            <dd>{description}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
