import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { type Delivery, listDeliveries, replayDelivery } from '#contract/deliveries.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import type { DeliveryId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'

type LogQuery = Partial<QueryOf<typeof listDeliveries>>
export type LogFilter = Pick<LogQuery, 'direction' | 'outcome' | 'webhook'>

const pageSize = 20

/** Incoming and outgoing deliveries, newest first, page by page. `data` has each of those read so far once. */
export function useDeliveryLog({ direction, outcome, webhook }: LogFilter) {
  return useInfiniteQuery({
    queryKey: [listDeliveries.path, 'log', direction ?? '', outcome ?? '', webhook ?? ''],
    queryFn: ({ pageParam, signal }) =>
      call(listDeliveries, {
        query: {
          direction,
          outcome,
          webhook,
          limit: pageSize,
          ...(pageParam !== null && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.nextCursor,
    select: ({ pages }): readonly Delivery[] => [
      ...new Map(pages.flatMap(({ data }) => data).map((delivery) => [delivery.id, delivery])).values(),
    ],
    // It grows with every delivery, and no live message says so.
    staleTime: 0,
  })
}

/** Replays a delivery and answers the new one. Settles when the log has been read again. */
export function useReplayDelivery() {
  const refreshLog = useDeliveryLogRefresh()
  return useMutation({
    mutationFn: (id: DeliveryId) => call(replayDelivery, { params: { id } }),
    onSettled: refreshLog,
  })
}

export function useDeliveryLogRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, ['deliveries'])
}
