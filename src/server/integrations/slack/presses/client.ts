import { ChatFailure } from '../channel/client.ts'

/** What is sent to the address of an answer. */
interface Reply {
  readonly text: string
  readonly blocks: readonly object[]
  readonly response_type: 'ephemeral'
  readonly replace_original: boolean
}

const expiredStatuses = [404, 410]

/** Sends an answer to the address that came with a press or a command. Throws a ChatFailure. */
export async function reply(address: string, answer: Reply, timeoutMs: number): Promise<void> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(answer),
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    throw new ChatFailure('transient', isLate ? 'timeout' : 'unreachable')
  })
  // Reading frees the connection.
  await response.arrayBuffer().catch(() => undefined)
  if (response.ok) return
  const { status } = response
  if (expiredStatuses.includes(status)) throw new ChatFailure('message', 'expired_url')
  if (status !== 429) throw new ChatFailure(status < 500 ? 'message' : 'transient', `http_${status}`)
  const retryAfterSeconds = Number(response.headers.get('retry-after') ?? 1) || 1
  throw new ChatFailure('rate-limited', 'ratelimited', { retryAfterSeconds })
}
