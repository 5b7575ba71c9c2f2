/** How long a tab remembers unfinished work. */
const memoryMs = 30 * 60_000

/**
 * Stores a small value for this tab only, so that it survives leaving for the sign-in and coming back. Does nothing if
 * the browser forbids storage.
 */
export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ atMs: Date.now(), value }))
  } catch {
    // Without storage the unfinished work is lost, as it would be without this feature.
  }
}

/** The value that this tab stored under a name; null if there is none or it is too old. */
export function readFromTab(name: string): unknown {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null')
    const { atMs, value } = Object(kept) as { atMs?: unknown; value?: unknown }
    return typeof atMs === 'number' && Date.now() - atMs < memoryMs ? (value ?? null) : null
  } catch {
    return null
  }
}

export function dropFromTab(name: string): void {
  try {
    sessionStorage.removeItem(name)
  } catch {
    // Without storage there was nothing to read.
  }
}
