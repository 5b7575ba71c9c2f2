import { type Day, dayOf } from '#domain/days.ts'
import { useToday } from '#web/api/interactions.ts'
import { useMinute } from '#web/ui/use-minute.ts'

/** The workspace's present day; null while it is not known. */
export function useWorkspaceDay(): { readonly day: Day | null; readonly isError: boolean } {
  const { data, isError } = useToday()
  const now = useMinute()
  return { day: data ? dayOf(now, data.data.timeZone) : null, isError }
}
