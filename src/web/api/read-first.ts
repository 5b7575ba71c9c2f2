import type { QueryClient } from '@tanstack/react-query'
import { firstReads } from '#contract/first-reads.ts'
import { currentUserQuery } from './session.ts'

/**
 * Asks for what the first screen will show before it is drawn, so that it is drawn once and whole where the answers are
 * quick. Nothing but the account is asked for while it is not known that somebody is signed in.
 */
export async function readFirst(client: QueryClient, path: string): Promise<void> {
  const addresses = firstReads[path]
  if (!addresses) return
  const user = await client.fetchQuery(currentUserQuery).catch(() => null)
  if (!user?.data) return
  await Promise.all(addresses.map((address) => client.prefetchQuery({ queryKey: [address] })))
}
