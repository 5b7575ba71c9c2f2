/** `1,234`. */
export function inFigures(value: number): string {
  return value.toLocaleString('en-US').replace('-', '−')
}

/** The part as a whole percentage. A part above zero is never shown as 0, one below the whole never as 100. */
export function percentOf(part: number, whole: number): number {
  if (part <= 0 || whole <= 0) return 0
  if (part >= whole) return 100
  return Math.min(Math.max(Math.round((part / whole) * 100), 1), 99)
}

/** `Mar 1` for a calendar day (`YYYY-MM-DD`), whatever the reader's time zone. */
export function dayInYear(day: string): string {
  return written(day, { month: 'short', day: 'numeric' })
}

/** `Sun, Mar 1` for a calendar day (`YYYY-MM-DD`), whatever the reader's time zone. */
export function dayInWeek(day: string): string {
  return written(day, { weekday: 'short', month: 'short', day: 'numeric' })
}

function written(day: string, look: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...look, timeZone: 'UTC' }).format(new Date(day))
}

export function isWeekend(day: string): boolean {
  return [0, 6].includes(new Date(day).getUTCDay())
}

export interface Change {
  /** A whole number above zero. */
  readonly percent: number
  readonly isMore: boolean
}

const mostTold = 999

/**
 * How a figure differs from the one before; null where it hardly does, and where a percentage says nothing. What is not
 * gone altogether is never 100 % less.
 */
export function changeOf(current: number, before: number): Change | null {
  if (before <= 0 || current < 0) return null
  const isMore = current > before
  const percent = Math.round((Math.abs(current - before) / before) * 100)
  if (percent === 0 || percent > mostTold) return null
  return { percent: isMore || current === 0 ? percent : Math.min(percent, 99), isMore }
}

/** Round numbers from zero to at least `most`, about four steps apart. */
export function ticksUpTo(most: number): number[] {
  const least = Math.max(most, 4) / 4
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least) ?? least
  return Array.from({ length: Math.ceil(Math.max(most, 4) / step) + 1 }, (_, place) => place * step)
}
