import { ApiError, isForbidden, isUnauthorized } from './client.ts'

const mostAtOnce = 4
const usualWaitSeconds = 5

export interface BulkProgress {
  readonly settled: number
  readonly total: number
  /** How long the server asks to wait; null while no wait is on. */
  readonly waitSeconds: number | null
}

export interface BulkFailure<Item> {
  readonly item: Item
  readonly error: unknown
}

export interface BulkOutcome<Item> {
  readonly done: readonly Item[]
  readonly failed: readonly BulkFailure<Item>[]
  /** Items that were not tried, because the run was stopped. */
  readonly left: readonly Item[]
}

interface BulkOptions {
  /** Stops the run: calls in progress finish, and no new one starts. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: BulkProgress) => void
  /** Resolves after this time, or when the signal is aborted. */
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Calls the API once for each of many items, a few at a time. Waits when the server asks to. Without a connection or
 * the permission it ends at once, and all other items fail for the same reason.
 */
export async function inBulk<Item>(
  items: readonly Item[],
  act: (item: Item) => Promise<unknown>,
  { signal, onProgress, pause = wait }: BulkOptions,
): Promise<BulkOutcome<Item>> {
  const done = new Set<Item>()
  const failures = new Map<Item, unknown>()
  const lost = new AbortController()
  const over = AbortSignal.any([signal, lost.signal])
  const queue = [...items]
  let waiting: Promise<void> | null = null

  const report = (waitSeconds: number | null) =>
    onProgress({ settled: done.size + failures.size, total: items.length, waitSeconds })

  const waitTogether = (seconds: number): Promise<void> => {
    report(seconds)
    waiting ??= pause(seconds * 1_000, over).then(() => {
      waiting = null
      report(null)
    })
    return waiting
  }

  const settle = async (item: Item): Promise<void> => {
    try {
      await act(item)
      done.add(item)
    } catch (error) {
      if (error instanceof ApiError && error.status === 429) {
        queue.unshift(item)
        return waitTogether(error.retryAfterSeconds ?? usualWaitSeconds)
      }
      failures.set(item, error)
      if (isHopeless(error)) lost.abort(error)
    }
    report(null)
  }

  const work = async (): Promise<void> => {
    while (!over.aborted) {
      if (waiting) {
        await waiting
        continue
      }
      const item = queue.shift()
      if (item === undefined) return
      await settle(item)
    }
  }
  await Promise.all(Array.from({ length: mostAtOnce }, work))

  const rest = items.filter((item) => !done.has(item) && !failures.has(item))
  if (lost.signal.aborted) for (const item of rest) failures.set(item, lost.signal.reason)
  return {
    done: items.filter((item) => done.has(item)),
    failed: items.filter((item) => failures.has(item)).map((item) => ({ item, error: failures.get(item) })),
    left: lost.signal.aborted ? [] : rest,
  }
}

/** Whether every other item would fail in the same way. */
function isHopeless(error: unknown): boolean {
  return !(error instanceof ApiError) || isUnauthorized(error) || isForbidden(error)
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
}
