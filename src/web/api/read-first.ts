import type { QueryClient } from '@tanstack/react-query'
import { firstReads } from '#contract/first-reads.ts'
import { get } from './client.ts'
import { currentUserQuery } from './session.ts'

/**
 * Requests the first screen's answers before it is drawn, so that it is drawn once if they are quick. Requests only the
 * account until somebody is known to be signed in.
 */
export async function readFirst(client: QueryClient, path: string): Promise<void> {
  const addresses = firstReads[path]
  if (!addresses) return
  const user = await client.fetchQuery(currentUserQuery).catch(() => null)
  if (!user?.data) return
  await Promise.all(addresses.map((address) => readAddress(client, address)))
}

function readAddress(client: QueryClient, address: string): Promise<void> {
  const [path = '', search] = address.split('?')
  if (search === undefined) return client.prefetchQuery({ queryKey: [address] })
  return client.prefetchQuery({
    queryKey: [path, Object.fromEntries(new URLSearchParams(search))],
    queryFn: ({ signal }) => get(address, signal),
  })
}
