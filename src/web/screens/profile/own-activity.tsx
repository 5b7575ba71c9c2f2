import { Button } from '@mantine/core'
import { Activity } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import type { UserId } from '#domain/ids.ts'
import { useActivitiesOf } from '#web/api/activities.ts'
import { ActivityList } from '#web/parts/activity/activity-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

const rows = 10

/** The member's recent activities. */
export function OwnActivity({ memberId }: { readonly memberId: UserId }) {
  const query = useActivitiesOf(memberId, rows)
  return (
    <Card title="Recent activity">
      <QueryState query={query} what="recent activity" skeleton={<SkeletonRows count={5} height={64} />}>
        {({ data }) =>
          data.length > 0 ? (
            <ActivityList activities={data} label="Your recent activity" hasApplause />
          ) : (
            <EmptyState
              icon={Activity}
              title="No activity yet"
              text="Your reports, shares and achievements show up here."
              action={
                <Button component={ScreenLink} href={paths.socialFeed} variant="default" mt={8}>
                  Go to the Social Feed
                </Button>
              }
            />
          )
        }
      </QueryState>
    </Card>
  )
}
