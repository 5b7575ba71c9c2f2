import { MutationCache, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
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
export async function refresh(client: QueryClient, changed: readonly Topic[]): Promise<void> {
  // Only up to the parameters: all answers below an address are about the same.
  const addresses = changed.flatMap((topic) =>
    topics[topic].map(({ path }) => path.split('/:', 1)[0] ?? path),
  )
  await refreshAddresses(client, addresses)
}

/** Reads the signed-in user again, and nothing else. */
export function refreshUser(client: QueryClient): void {
  void refreshAddresses(client, [getCurrentUser.path])
}

async function refreshAddresses(client: QueryClient, addresses: readonly string[]): Promise<void> {
  const predicate = ({ queryKey }: { readonly queryKey: QueryKey }) =>
    addresses.some((address) => isUnder(queryKey, address))
  await client.invalidateQueries({ predicate, refetchType: 'none' })
  const reads: Promise<void>[] = []
  for (const { queryKey } of client.getQueryCache().findAll({ predicate, type: 'active' })) {
    // Each read begins in a task of its own: all of them in one would hold up the page.
    await new Promise((resolve) => setTimeout(resolve))
    reads.push(client.refetchQueries({ queryKey, exact: true, type: 'active', stale: true }))
  }
  await Promise.all(reads)
}

function isUnder(queryKey: QueryKey, address: string): boolean {
  const own = queryKey.filter((part) => typeof part === 'string').join('/')
  return own === address || own.startsWith(`${address}/`)
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
