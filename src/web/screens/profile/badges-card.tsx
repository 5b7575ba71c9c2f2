import type { CurrentUser } from '#contract/users.ts'
import { achievementSlots } from '#web/parts/achievement/achievement-slots.ts'
import { AchievementTiles, AchievementTilesSkeleton } from '#web/parts/achievement/achievement-tiles.tsx'
import { type OwnBadges, useOwnBadges } from '#web/parts/achievement/own-badges.ts'
import { useFresh } from '#web/parts/achievement/use-unlocked.tsx'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'

const skeletonTiles = 5

/** All badges: the earned ones, newest first, then how far the member has come towards the others. */
export function BadgesCard({ user }: { readonly user: CurrentUser }) {
  const query = useOwnBadges(user)
  return (
    <Card title="Badges" aside={query.data && `${query.data.earned.length} of ${query.data.all.length}`}>
      <QueryState query={query} what="badges" skeleton={<AchievementTilesSkeleton count={skeletonTiles} />}>
        {(badges) => <Badges badges={badges} />}
      </QueryState>
    </Card>
  )
}

function Badges({ badges }: { readonly badges: OwnBadges }) {
  const fresh = useFresh(badges.earned)
  return (
    <AchievementTiles
      label="Badges"
      tiles={achievementSlots(badges, badges.all.length).map((slot) => ({
        ...slot,
        ...fresh(slot.key),
      }))}
    />
  )
}
