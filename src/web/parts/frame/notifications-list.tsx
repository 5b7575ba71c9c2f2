import '#web/ui/library-styles.ts'
import { Button, Popover } from '@mantine/core'
import { BellOff } from 'lucide-react'
import type { BellLine } from '#contract/bell.ts'
import { paths } from '#contract/paths.ts'
import { useBell } from '#web/api/bell.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { NotificationRow } from './notification-row.tsx'
import * as classes from './notifications-list.module.css'

interface NotificationsListProps extends DialogProps {
  /** Lines after this instant (ISO 8601) are new. */
  readonly seenAt: string
  readonly onMarkRead: () => void
}

/** What is new for the member, then for the team, in a popover below the bell. */
export function NotificationsList({ isOpen, onClose, seenAt, onMarkRead }: NotificationsListProps) {
  const bell = useBell()
  const hasNew = bell.data?.data.some(({ at }) => at > seenAt) ?? false
  return (
    <Popover
      opened={isOpen}
      onChange={(isNowOpen) => isNowOpen || onClose()}
      width={390}
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
        <div className={classes.head}>
          <h2 className={classes.heading}>Notifications</h2>
          {/* It keeps its place, so that the focus is not lost with the press. */}
          <Button variant="subtle" size="xs" onClick={onMarkRead} data-disabled={!hasNew || undefined}>
            Mark all read
          </Button>
        </div>
        <QueryState query={bell} what="notifications" skeleton={<SkeletonRows count={4} />}>
          {({ data }) => <Lines lines={data} seenAt={seenAt} onLeave={onClose} />}
        </QueryState>
        <ScreenLink href={paths.socialFeed} className={classes.footer} onClick={onClose}>
          View all activity
        </ScreenLink>
      </Popover.Dropdown>
    </Popover>
  )
}

const parts = [
  { audience: 'you', title: 'For you' },
  { audience: 'team', title: 'Team' },
] as const

interface LinesProps {
  readonly lines: readonly BellLine[]
  readonly seenAt: string
  readonly onLeave: () => void
}

function Lines({ lines, seenAt, onLeave }: LinesProps) {
  if (lines.length === 0) {
    return <EmptyState icon={BellOff} title="Nothing yet" text="News for you and your team shows up here." />
  }
  return (
    <ScrollRegion className={classes.latest} label="Latest notifications">
      <AmongPeople people={lines.flatMap(({ user }) => user ?? [])}>
        {parts.map(({ audience, title }) => {
          const own = lines.filter((line) => line.audience === audience)
          if (own.length === 0) return null
          return (
            <section key={audience} aria-label={title}>
              <h3 className={classes.part}>{title}</h3>
              <ul className={classes.lines} aria-label={title}>
                {own.map((line) => (
                  <li key={line.id}>
                    <NotificationRow line={line} isNew={line.at > seenAt} onLeave={onLeave} />
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
      </AmongPeople>
    </ScrollRegion>
  )
}
