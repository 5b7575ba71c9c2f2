/** `1,234`. */
export function inFigures(value: number): string {
  return value.toLocaleString('en-US')
}

/** The part as a whole percentage. A part above zero is never shown as 0, one below the whole never as 100. */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0
  if (part >= whole) return 100
  return Math.min(Math.max(Math.round((part / whole) * 100), 1), 99)
}

/** `Mar 1` for a calendar day (`YYYY-MM-DD`), whatever the reader's time zone. */
export function dayInYear(day: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return format.format(new Date(day))
}
