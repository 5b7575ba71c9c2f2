/** How far tables count. */
const mostCounted = 10_000

/** A count as it is shown: tables count up to 10,000, and more is `10,000+`. */
export function shownCount(count: number): string {
  const shown = Math.min(count, mostCounted).toLocaleString('en-US')
  return count > mostCounted ? `${shown}+` : shown
}
