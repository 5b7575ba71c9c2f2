import type { CurrentContest } from '#contract/contests.ts'
import { useCurrentContest } from '#web/api/contests.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { contestMoment } from './contest-moment.ts'

/** The contest that runs now; null while none does or none is known. */
export function useRunningContest(): CurrentContest | null {
  const now = useMinute()
  const contest = useCurrentContest().data?.data
  return contest && contestMoment(contest, now).phase === 'running' ? contest : null
}
