import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Activity as ActivityIcon, ArrowRight } from 'lucide-react'
import { useActivities } from '#web/api/activities.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { ActivityList } from '#web/parts/activity/activity-list.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'

const allActivity = lazyDialog(async () => (await import('./all-activity.tsx')).AllActivity)
const latestRows = 6

/** The latest team activities, with a button that opens all of them. */
export function ActivityCard() {
  const query = useActivities()
  const [isAllOpen, { open, close }] = useDisclosure(false)
  const hasAny = query.data !== undefined && query.data.data.length > 0
  return (
    <Card
      section="Team Activity"
      title="Recent Activity"
      foot={
        hasAny && (
          <Button
            variant="subtle"
            size="xs"
            onClick={open}
            {...allActivity.onIntent}
            aria-haspopup="dialog"
            rightSection={<ArrowRight size={15} aria-hidden />}
          >
            View All Activity
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        what="team activity"
        skeleton={<SkeletonRows count={latestRows} height={54} />}
      >
        {({ data }) =>
          data.length > 0 ? (
            <ActivityList activities={data.slice(0, latestRows)} label="Recent activity" hasApplause isWide />
          ) : (
            <EmptyState
              icon={ActivityIcon}
              title="No activity yet"
              text="Reports by you and your teammates show up here."
            />
          )
        }
      </QueryState>
      <allActivity.Dialog isOpen={isAllOpen} onClose={close} />
    </Card>
  )
}
