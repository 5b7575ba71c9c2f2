const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** How long ago an instant was, in the product's three steps with their fixed words. An instant to come counts as now. */
export function relativeTime(instant: Date, now: Date): string {
  const ageMs = now.getTime() - instant.getTime()
  if (ageMs < hourMs) return 'Just now'
  if (ageMs < dayMs) return `${Math.floor(ageMs / hourMs)} hours ago`
  return `${Math.floor(ageMs / dayMs)} days ago`
}

/** `Mar 1, 2026` for an instant or a calendar day (`YYYY-MM-DD`), which is not moved by the reader's time zone. */
export function shortDate(instantOrDay: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(instantOrDay)
  const timeZone = isDay ? { timeZone: 'UTC' } : {}
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...timeZone })
  return format.format(new Date(instantOrDay))
}

/** `Mar 1, 2026, 9:30 AM GMT+1`: an instant in full, in the reader's time zone. */
export function absoluteTime(instant: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return format.format(new Date(instant))
}

/** `March` for 3. */
export function monthName(month: number): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
  return format.format(Date.UTC(2000, month - 1))
}
