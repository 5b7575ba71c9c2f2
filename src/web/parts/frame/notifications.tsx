import { useClickOutside, useDisclosure, useWindowEvent } from '@mantine/hooks'
import { Bell } from 'lucide-react'
import { newInBell } from '#domain/bell.ts'
import { useBell } from '#web/api/bell.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { preferences, usePreferences } from '#web/app/preferences.ts'
import * as classes from './notifications.module.css'

const list = lazyDialog(async () => (await import('./notifications-list.tsx')).NotificationsList)
const badgeLimit = 9

interface NotificationsProps {
  /** Whether it has begun to count. */
  readonly isCounting: boolean
}

/** The bell: it counts what is new for the member in this browser, and opens the list of it. */
export function Notifications({ isCounting }: NotificationsProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const lines = useBell(isCounting).data?.data ?? []
  const { seenActivityAt } = usePreferences()
  const newCount = newInBell(lines, seenActivityAt)

  function markRead() {
    const newest = lines.reduce((latest, { at }) => (at > latest ? at : latest), seenActivityAt)
    if (newest > seenActivityAt) preferences.change({ seenActivityAt: newest })
  }

  function finish() {
    close()
    if (isOpen) markRead()
  }

  const area = useClickOutside<HTMLDivElement>(finish, null, undefined, isOpen)
  // The list handles Escape only once it has the focus, which is a moment after it appears.
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && isOpen && finish())
  return (
    <div ref={area} className={classes.area}>
      <button
        type="button"
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
      </button>
      <list.Dialog isOpen={isOpen} onClose={finish} seenAt={seenActivityAt} onMarkRead={markRead} />
    </div>
  )
}

function bellName(newCount: number): string {
  if (newCount === 0) return 'Notifications'
  return `Notifications, ${newCount > badgeLimit ? `more than ${badgeLimit}` : newCount} new`
}
