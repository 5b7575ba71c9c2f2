import { ActionIcon } from '@mantine/core'
import { useClickOutside, useDisclosure, useWindowEvent } from '@mantine/hooks'
import { Bell } from 'lucide-react'
import { useActivities } from '#web/api/activities.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { preferences, usePreferences } from '#web/app/preferences.ts'
import classes from './notifications.module.css'

const list = lazyDialog(async () => (await import('./notifications-list.tsx')).NotificationsList)
/** How many activities the list shows, and so how many can be new at most. */
const listLength = 10
const badgeLimit = 9

/** The bell: it counts the latest team activities that are new to this browser, and opens their list. */
export function Notifications() {
  const [isOpen, { open, close }] = useDisclosure(false)
  const activities = useActivities()
  const { seenActivityAt } = usePreferences()
  const latest = (activities.data?.data ?? []).slice(0, listLength)
  const newCount = latest.filter(({ createdAt }) => createdAt > seenActivityAt).length

  function finish() {
    close()
    const newest = latest[0]?.createdAt
    if (isOpen && newest && newest > seenActivityAt) preferences.change({ seenActivityAt: newest })
  }

  const area = useClickOutside<HTMLDivElement>(finish)
  // The list handles Escape only once it has the focus, which is a moment after it appears.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && isOpen && finish())
  return (
    <div ref={area} className={classes.area}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        className={classes.bell}
        aria-label={bellName(newCount)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={isOpen ? finish : open}
        {...list.onIntent}
      >
        <Bell size={20} aria-hidden />
        {newCount > 0 && (
          <span className={classes.badge} aria-hidden="true">
            {newCount > badgeLimit ? `${badgeLimit}+` : newCount}
          </span>
        )}
      </ActionIcon>
      <list.Dialog isOpen={isOpen} onClose={finish} length={listLength} />
    </div>
  )
}

function bellName(newCount: number): string {
  if (newCount === 0) return 'Notifications'
  return `Notifications, ${newCount > badgeLimit ? `more than ${badgeLimit}` : newCount} new`
}
