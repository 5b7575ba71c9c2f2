import { Button } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useContests } from '#web/api/contests.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { shortDate } from '#web/ui/time-words.ts'

/** Shown in place of a contest when none is running or planned. An administrator is led to where one is created. */
export function NoContest() {
  const { user } = useCurrentUser()
  // Without a current contest, the list starts with the newest one that has ended or is inactive.
  const last = useContests().data?.data.find(({ isActive }) => isActive)
  const isAdmin = user?.role === 'admin'
  const next = isAdmin
    ? 'Create the next one, and reports count for it from its first day.'
    : 'The next contest shows up here.'
  return (
    <EmptyState
      icon={CalendarClock}
      title="No Active Contest"
      text={last ? `${last.title} ended on ${shortDate(last.endDate)}. ${next}` : next}
      action={
        isAdmin && (
          <Button component={ScreenLink} href={`${paths.admin}?tab=contests`} variant="default">
            Create a contest
          </Button>
        )
      }
    />
  )
}
