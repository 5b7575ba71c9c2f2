import { Popover } from '@mantine/core'
import { BellOff } from 'lucide-react'
import type { Activity } from '#contract/activities.ts'
import { paths } from '#contract/paths.ts'
import { useActivities } from '#web/api/activities.ts'
import { ActivityList } from '#web/parts/activity/activity-list.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import classes from './notifications.module.css'

interface NotificationsListProps extends DialogProps {
  /** How many activities it shows at most. */
  readonly length: number
}

/** The team's latest activities, in a popover below the bell. */
export function NotificationsList({ isOpen, onClose, length }: NotificationsListProps) {
  const activities = useActivities()
  return (
    <Popover
      opened={isOpen}
      onChange={(isNowOpen) => isNowOpen || onClose()}
      width={360}
      position="bottom-end"
      offset={10}
      withinPortal={false}
      // The bell is outside the popover and closes it itself.
      closeOnClickOutside={false}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span className={classes.anchor} />
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label="Notifications">
        <h2 className={classes.heading}>Notifications</h2>
        <QueryState query={activities} what="team activity" skeleton={<SkeletonRows count={4} />}>
          {({ data }) => <LatestActivities latest={data.slice(0, length)} />}
        </QueryState>
        <ScreenLink href={paths.socialFeed} className={classes.footer} onClick={onClose}>
          View all activity
        </ScreenLink>
      </Popover.Dropdown>
    </Popover>
  )
}

function LatestActivities({ latest }: { readonly latest: readonly Activity[] }) {
  if (latest.length === 0) {
    return <EmptyState icon={BellOff} title="Nothing yet" text="Team activity shows up here." />
  }
  return (
    <ScrollRegion className={classes.latest} label="Latest activity">
      <ActivityList activities={latest} label="Recent activity" />
    </ScrollRegion>
  )
}
