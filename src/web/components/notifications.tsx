import { ActionIcon, Popover, Switch } from '@mantine/core'
import { Bell, BellOff } from 'lucide-react'
import { useState } from 'react'
import type { Activity } from '#contract/activities.ts'
import { paths } from '#contract/paths.ts'
import { useActivities } from '../api/activities.ts'
import { preferences, usePreferences } from '../preferences.ts'
import { ActivityList } from './activity-list.tsx'
import classes from './notifications.module.css'
import { EmptyState, QueryState, SkeletonRows } from './query-state.tsx'
import { ScreenLink } from './screen-link.tsx'
import { ScrollRegion } from './scroll-region.tsx'

const listLength = 10
const badgeLimit = 9

/** The bell: the latest activities of the team, and how many of them are new to this browser. */
export function Notifications() {
  const [isOpen, setOpen] = useState(false)
  const activities = useActivities()
  const { seenActivityAt } = usePreferences()
  const latest = (activities.data?.data ?? []).slice(0, listLength)
  const newCount = latest.filter(({ createdAt }) => createdAt > seenActivityAt).length

  function change(isNowOpen: boolean) {
    setOpen(isNowOpen)
    const newest = latest[0]?.createdAt
    if (!isNowOpen && newest && newest > seenActivityAt) preferences.change({ seenActivityAt: newest })
  }

  return (
    <Popover
      opened={isOpen}
      onChange={change}
      width={360}
      position="bottom-end"
      offset={10}
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={44}
          className={classes.bell}
          aria-label={bellName(newCount)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => change(!isOpen)}
        >
          <Bell size={20} aria-hidden />
          {newCount > 0 && (
            <span className={classes.badge} aria-hidden="true">
              {newCount > badgeLimit ? `${badgeLimit}+` : newCount}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} role="dialog" aria-label="Notifications">
        <h2 className={classes.heading}>Notifications</h2>
        <QueryState query={activities} what="team activity" skeleton={<SkeletonRows count={4} />}>
          {() => <LatestActivities latest={latest} />}
        </QueryState>
        <QuietSwitch />
        <ScreenLink href={paths.socialFeed} className={classes.footer} onClick={() => change(false)}>
          View all activity
        </ScreenLink>
      </Popover.Dropdown>
    </Popover>
  )
}

function LatestActivities({ latest }: { readonly latest: readonly Activity[] }) {
  if (latest.length === 0) {
    return <EmptyState icon={BellOff} title="Nothing yet" text="What the team does shows up here." />
  }
  return (
    <ScrollRegion className={classes.latest} label="Latest activity">
      <ActivityList activities={latest} label="Recent activity" />
    </ScrollRegion>
  )
}

function QuietSwitch() {
  const { isQuiet } = usePreferences()
  return (
    <div className={classes.quiet}>
      <Switch
        label="Quiet live toasts"
        description="Do not pop up what others earn"
        labelPosition="left"
        checked={isQuiet}
        onChange={(event) => preferences.change({ isQuiet: event.currentTarget.checked })}
      />
    </div>
  )
}

function bellName(newCount: number): string {
  if (newCount === 0) return 'Notifications'
  return `Notifications, ${newCount > badgeLimit ? `more than ${badgeLimit}` : newCount} new`
}
