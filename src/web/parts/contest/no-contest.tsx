import { Button } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '#contract/paths.ts'
import { asDay, monthOf } from '#domain/days.ts'
import { useContests } from '#web/api/contests.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { useNextDraft } from '#web/parts/contest-form/use-next-draft.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { monthName, shortDate } from '#web/ui/time-words.ts'

/** Shown in place of a contest when none is running or planned. An administrator is led to where one is created. */
export function NoContest() {
  const { user } = useCurrentUser()
  return user?.role === 'admin' ? <NoContestToManage /> : <Empty next="The next contest shows up here." />
}

function NoContestToManage() {
  const draft = useNextDraft()
  const month = draft ? monthName(monthOf(asDay(draft.startDate))) : 'the next month'
  return (
    <Empty
      next={`Create one for ${month}: dates are filled in.`}
      action={
        <Button component={ScreenLink} href={`${paths.admin}?tab=contests`} variant="default">
          Create a contest
        </Button>
      }
    />
  )
}

interface EmptyProps {
  readonly next: string
  readonly action?: ReactNode
}

function Empty({ next, action }: EmptyProps) {
  // Without a current contest, the list starts with the newest one that has ended or is inactive.
  const last = useContests().data?.data.find(({ isActive }) => isActive)
  const text = last ? `${last.title} ended on ${shortDate(last.endDate)}. ${next}` : next
  return <EmptyState icon={CalendarClock} title="No Active Contest" text={text} action={action} />
}
