/** For how long a tab remembers what was under way in it. */
const memoryMs = 30 * 60_000

/**
 * Remembers something small in this tab alone, across leaving the product for the sign-in and coming back. Nothing is
 * remembered where the browser forbids it.
 */
export function keepInTab(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ atMs: Date.now(), value }))
  } catch {
    // What was under way is then lost, as it would be without this.
  }
}

/** What this tab remembers under a name, if that is not too long ago; else null. */
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
    // Nothing was kept either.
  }
}
