import { useContests } from '#web/api/contests.ts'
import { type ContestDraft, nextDraft } from './contest-draft.ts'
import { useWorkspaceDay } from './use-workspace-day.ts'

/** A contest for the next month without one. Undefined while that is not known, and null where it cannot be known. */
export function useNextDraft(): ContestDraft | null | undefined {
  const contests = useContests()
  const { day, isError } = useWorkspaceDay()
  if (contests.data && day) return nextDraft(contests.data.data, day)
  return contests.isError || isError ? null : undefined
}
