import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { type Topic, topics } from '#contract/topics.ts'
import { getCurrentUser } from '#contract/users.ts'
import { get, isForbidden, isUnauthorized } from './client.ts'

const freshnessMs = 5 * 60_000

/**
 * The browser's cache of answers. A key is the parts of the address it was read from, such as
 * `['/api/social-interactions/recent', userId]`; a query without its own function reads exactly that address.
 * Whatever part of a key is an object (a search, a cursor) needs its own function.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => recheckUser(client, error, query.queryKey) }),
    mutationCache: new MutationCache({ onError: (error) => recheckUser(client, error) }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey, signal }) => get(queryKey.join('/'), signal),
        staleTime: freshnessMs,
        retry: false,
        refetchOnWindowFocus: false,
        // The live connection refreshes everything when it comes back, so nothing needs to be read twice.
        refetchOnReconnect: false,
        // Without this a call made offline would wait in silence instead of failing where it can be retried.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

/** Marks every answer that shows one of these topics as stale; those on screen are read again. */
export function refresh(client: QueryClient, changed: readonly Topic[]): Promise<void> {
  return refreshAnswers(
    client,
    changed.flatMap((topic): readonly Shown[] => topics[topic]),
  )
}

/** Reads the signed-in user again, and nothing else. */
export function refreshUser(client: QueryClient): void {
  void refreshAnswers(client, [getCurrentUser])
}

/** Reads again what is on screen and could not be read. */
export function refetchFailed(client: QueryClient): Promise<void> {
  return client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
}

/** Marks the answers of these endpoints as stale, and no others; those on screen are read again. */
export async function refreshAnswers(client: QueryClient, endpoints: readonly Shown[]): Promise<void> {
  const paths = new Set(endpoints.map(({ path }) => path))
  const predicate = ({ queryKey }: { readonly queryKey: QueryKey }) => paths.has(pathOf(queryKey) ?? '')
  // An answer that is on its way may be older than the change, and would pass for a fresh one.
  await client.cancelQueries({ predicate: (query) => query.state.data !== undefined && predicate(query) })
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  const reads: Promise<void>[] = []
  for (const { queryKey } of client.getQueryCache().findAll({ predicate, type: 'active' })) {
    // Each read begins in a task of its own: all of them in one would hold up the page.
    await new Promise((resolve) => setTimeout(resolve))
    reads.push(client.refetchQueries({ queryKey, exact: true, type: 'active', stale: true }))
  }
  await Promise.all(reads)
}

/** An endpoint as far as its answers are looked up. */
export type Shown = Pick<Endpoint, 'path'>

interface Form {
  readonly path: string
  readonly form: RegExp
}

/** Made when first needed, because there are many. */
let forms: readonly Form[] | undefined

/** The endpoint whose answer a key holds, as its path; none if no topic shows it. */
export function pathOf(queryKey: QueryKey): string | undefined {
  forms ??= formsOf(new Set(Object.values(topics).flatMap((shown) => shown.map(({ path }) => path))))
  const address = queryKey.filter((part) => typeof part === 'string').join('/')
  return forms.find(({ form }) => form.test(address))?.path
}

// Ids stand in the places of parameters, so `/api/leaderboard/me` is never taken for the standings of a contest. Longer
// addresses come first, because a key may go on behind its address.
function formsOf(paths: ReadonlySet<string>): Form[] {
  return [...paths]
    .sort((one, other) => other.split('/').length - one.split('/').length)
    .map((path) => ({ path, form: new RegExp(`^${path.replace(/:\w+/g, '[\\da-f-]{36}')}(/|$)`) }))
}

/**
 * An ended session or a lost role first shows in some other call. Reading the user again then leads to the login
 * screen, or out of the admin panel.
 */
function recheckUser(client: QueryClient, error: unknown, queryKey?: QueryKey): void {
  const isAboutUser = isUnauthorized(error) || isForbidden(error)
  if (!isAboutUser || queryKey?.[0] === getCurrentUser.path) return
  refreshUser(client)
}
