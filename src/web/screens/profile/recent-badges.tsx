import type { Achievement } from '#contract/achievements.ts'
import type { CurrentUser } from '#contract/users.ts'
import { achievementSlots, lockedAchievements } from '#web/parts/achievement/achievement-slots.ts'
import { AchievementTiles, AchievementTilesSkeleton } from '#web/parts/achievement/achievement-tiles.tsx'
import { type OwnBadges, useOwnBadges } from '#web/parts/achievement/own-badges.ts'
import { useFresh } from '#web/parts/achievement/use-unlocked.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import * as classes from './recent-badges.module.css'

const mostBadges = 6

/** The member's latest badges, and the locked ones with how to earn them. */
export function RecentBadges({ user }: { readonly user: CurrentUser }) {
  const query = useOwnBadges(user)
  const { data } = query
  return (
    <div className={classes.card}>
      <Card title="Recent badges" aside={data && `${data.earned.length} of ${data.all.length} unlocked`}>
        <QueryState query={query} what="badges" skeleton={<AchievementTilesSkeleton count={mostBadges} />}>
          {(badges) => <Badges badges={badges} />}
        </QueryState>
      </Card>
    </div>
  )
}

function Badges({ badges }: { readonly badges: OwnBadges }) {
  const fresh = useFresh(badges.earned)
  const locked = lockedAchievements(badges.all, badges.earned)
  return (
    <>
      <AchievementTiles
        label="Recent badges"
        tiles={achievementSlots(badges, mostBadges).map((slot) => ({
          ...slot,
          ...fresh(slot.key),
        }))}
      />
      {locked.length > 0 && <StillLocked locked={locked} />}
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
