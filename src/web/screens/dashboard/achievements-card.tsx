import { Award } from 'lucide-react'
import type { Achievement, ToAchieve } from '#contract/achievements.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { UserId } from '#domain/ids.ts'
import { achievementSlots, nextAchievement } from '#web/parts/achievement/achievement-slots.ts'
import { AchievementTiles, AchievementTilesSkeleton } from '#web/parts/achievement/achievement-tiles.tsx'
import { type OwnBadges, useOwnBadges } from '#web/parts/achievement/own-badges.ts'
import { progressOf, restWords } from '#web/parts/achievement/progress-words.ts'
import { UnlockStatus } from '#web/parts/achievement/unlock-news.tsx'
import { useFresh, useUnlocked } from '#web/parts/achievement/use-unlocked.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import * as classes from './achievements-card.module.css'

const slotCount = 3

/** The member's latest achievements and the next badge. */
export function AchievementsCard({ user }: { readonly user: CurrentUser }) {
  const query = useOwnBadges(user)
  const known = query.data
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
      <QueryState query={query} what="achievements" skeleton={<AchievementTilesSkeleton count={slotCount} />}>
        {(achievements) => <Latest memberId={user.id} badges={achievements} />}
      </QueryState>
    </Card>
  )
}

interface LatestProps {
  readonly memberId: UserId
  readonly badges: OwnBadges
}

function Latest({ memberId, badges }: LatestProps) {
  const { all, earned, ways } = badges
  const unlocked = useUnlocked(memberId, earned)
  const fresh = useFresh(earned)
  return (
    <>
      <AchievementTiles
        label="Recent achievements"
        tiles={achievementSlots(badges, slotCount).map((slot) => ({
          ...slot,
          ...fresh(slot.key),
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
