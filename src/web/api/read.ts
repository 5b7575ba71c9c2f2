import { type QueryKey, queryOptions } from '@tanstack/react-query'
import type { Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { call, textValues } from './client.ts'

interface ReadInput<E extends Endpoint> {
  /** Undefined while it is not known; then the query must not be enabled. */
  readonly params?: ParamsOf<E> | undefined
  readonly query?: Partial<QueryOf<E>>
}

/** How an endpoint is read and its answer kept, for `useQuery` and the cache. */
export function read<E extends Endpoint>(endpoint: E, { params, query }: ReadInput<E> = {}) {
  const key = keyOf(endpoint.path, textValues(params))
  return queryOptions({
    // An address has one key, whether its query is empty or missing.
    queryKey: query === undefined || Object.keys(query).length === 0 ? key : [...key, query],
    queryFn: ({ signal }) => call(endpoint, { params, query, signal }),
  })
}

/** The address with its parameters as parts of their own: `['/api/leaderboard', '<id>', 'me']`. */
function keyOf(path: string, params: Readonly<Record<string, string>>): QueryKey {
  const [address, ...rest] = path.split('/:')
  const parts = rest.flatMap((part) => {
    const [name = '', ...more] = part.split('/')
    return [params[name], ...more]
  })
  return [address, ...parts]
}
