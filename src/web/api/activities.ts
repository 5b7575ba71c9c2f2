import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { type Activity, applaud, listActivities, takeApplauseBack } from '#contract/activities.ts'
import type { ListPart } from '#contract/answers.ts'
import type { Id, UserId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
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

interface Clap {
  readonly id: Id<'activity'>
  /** True to applaud, false to take it back. */
  readonly mine: boolean
}

/**
 * Applauds a colleague's activity, or takes that back. Every list shows it at once; after the answer, and also after a
 * refusal, the lists are read again.
 */
export function useApplause() {
  const client = useQueryClient()
  return useMutation({
    // Presses in quick succession reach the server in their order.
    scope: { id: 'applause' },
    mutationFn: ({ id, mine }: Clap) => call(mine ? applaud : takeApplauseBack, { params: { id } }),
    onMutate: async (clap) => {
      // An answer in flight may be older than the press.
      await client.cancelQueries({ queryKey: [listActivities.path] })
      showClap(client, clap)
    },
    onSettled: () => {
      // While another press waits, the server's answer is older than what is shown.
      if (client.isMutating({ predicate: ({ options }) => options.scope?.id === 'applause' }) === 1)
        void refresh(client, ['activities'])
    },
  })
}

type Page = ListPart<Activity>

export function showClap(client: QueryClient, clap: Clap): void {
  client.setQueriesData<Page | InfiniteData<Page>>({ queryKey: [listActivities.path] }, (known) => {
    if (!known) return known
    return 'pages' in known
      ? { ...known, pages: known.pages.map((page) => withClap(page, clap)) }
      : withClap(known, clap)
  })
}

function withClap(page: Page, clap: Clap): Page {
  return { ...page, data: page.data.map((line) => (line.id === clap.id ? applauded(line, clap) : line)) }
}

function applauded(activity: Activity, { mine }: Clap): Activity {
  const { applause } = activity
  if (applause.mine === mine) return activity
  return { ...activity, applause: { count: applause.count + (mine ? 1 : -1), mine } }
}
