import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { listActivities } from '#contract/activities.ts'
import type { UserId } from '#domain/ids.ts'
import { call } from './client.ts'
import { read } from './read.ts'

const refetchMs = 30_000

/** The latest activities of the team, newest first. */
export function useActivities() {
  return useQuery({ ...read(listActivities), refetchInterval: refetchMs })
}

/** The latest activities of this member, newest first. */
export function useActivitiesOf(memberId: UserId, limit: number) {
  return useQuery({
    ...read(listActivities, { query: { userId: memberId, limit } }),
    refetchInterval: refetchMs,
  })
}

/** All activities, page by page; asks only while `isEnabled`. */
export function useAllActivities(isEnabled: boolean) {
  return useInfiniteQuery({
    queryKey: [listActivities.path, 'all'],
    queryFn: ({ pageParam, signal }) =>
      call(listActivities, { query: pageParam ? { cursor: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: isEnabled,
  })
}
