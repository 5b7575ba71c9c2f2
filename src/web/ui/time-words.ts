const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long ago an instant was, in the specification's three steps. A future instant counts as now. */
export function relativeTime(instant: Date, now: Date): string {
  const ageMs = now.getTime() - instant.getTime()
  if (ageMs < hourMs) return 'Just now'
  if (ageMs < dayMs) return `${counted(Math.floor(ageMs / hourMs), 'hour')} ago`
  return `${counted(Math.floor(ageMs / dayMs), 'day')} ago`
}

/** How long ago data was last fetched: `Updated just now`, or `Updated 3 min ago`. */
export function updatedText(instant: Date, now: Date): string {
  const minutes = Math.floor((now.getTime() - instant.getTime()) / minuteMs)
  return minutes < 1 ? 'Updated just now' : `Updated ${minutes} min ago`
}

/** `1 hour`, `2 hours`, `1,000 hours`. `many` is for nouns whose plural does not end in s alone. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`
}

/** `Mar 1, 2026` for an instant or a calendar day (`YYYY-MM-DD`). A day is the same in every time zone. */
export function shortDate(instantOrDay: string): string {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(instantOrDay)
  const timeZone = isDay ? { timeZone: 'UTC' } : {}
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...timeZone })
  return format.format(new Date(instantOrDay))
}

/** `Mar 1`, in the reader's time zone; with the year unless it is the present one. */
export function shortDay(instant: Date, now: Date): string {
  const year = instant.getFullYear() === now.getFullYear() ? {} : { year: 'numeric' as const }
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', ...year }).format(instant)
}

/** `Mar 1, 9:30 AM`, in the reader's time zone; with the year unless it is the present one. */
export function shortTime(instant: string, now: Date): string {
  const at = new Date(instant)
  const time = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
  return `${shortDay(at, now)}, ${time.format(at)}`
}

/** Made once, because making it takes longer than all that it writes for a screen. */
let absolute: Intl.DateTimeFormat | undefined

/** `Mar 1, 2026, 9:30 AM GMT+1`: an instant in full, in the reader's time zone. */
export function absoluteTime(instant: string): string {
  absolute ??= new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  return absolute.format(new Date(instant))
}

/** `March` for 3. */
export function monthName(month: number): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
  return format.format(Date.UTC(2000, month - 1))
}
