import { CalendarClock } from 'lucide-react'
import { useContests } from '#web/api/contests.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { shortDate } from '#web/ui/time-words.ts'

/** Shown in place of a contest when none is running or planned. */
export function NoContest() {
  // Without a current contest, the list starts with the newest one that has ended or is inactive.
  const last = useContests().data?.data.find(({ isActive }) => isActive)
  return (
    <EmptyState
      icon={CalendarClock}
      title="No Active Contest"
      text={
        last
          ? `${last.title} ended on ${shortDate(last.endDate)}. The next contest shows up here.`
          : 'The next contest shows up here.'
      }
    />
  )
}
