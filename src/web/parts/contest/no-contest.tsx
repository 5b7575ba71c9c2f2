import { CalendarClock } from 'lucide-react'
import { useContests } from '#web/api/contests.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { shortDate } from '#web/ui/time-words.ts'

/** Stands where a contest would be while none runs and none is to come. */
export function NoContest() {
  // When there is no current one, the first is the newest of those that are over or switched off.
  const last = useContests().data?.data.find(({ isActive }) => isActive)
  return (
    <EmptyState
      icon={CalendarClock}
      title="No Active Contest"
      text={
        last
          ? `${last.title} ended on ${shortDate(last.endDate)}. The next contest appears here.`
          : 'The next contest appears here.'
      }
    />
  )
}
