/** What the product is said to do with streaks, written a second time: every day is looked at anew, one after the other. */

export const workWeek = [1, 2, 3, 4, 5] as const

export interface StreakRule {
  readonly mode: string
  readonly workingDays: readonly number[]
  readonly freezes: boolean
}

const asSpecified: StreakRule = { mode: 'every_day', workingDays: [1, 2, 3, 4, 5], freezes: false }

interface Off {
  /** Whether a report on the day counts all the same. */
  readonly counts: boolean
}

interface Own {
  zone: string | null
  readonly away: Map<string, Off>
  readonly cutShort: Set<string>
  readonly repaired: Set<string>
}

export interface PlainStreak {
  readonly current: number
  readonly longest: number
  readonly lastDay: string | null
}

interface Explained extends PlainStreak {
  readonly freezes: number
  readonly frozen: ReadonlySet<string>
  /** The last missed day that ended a streak. */
  readonly missed: { readonly day: string; readonly length: number } | null
}

const dayMs = 86_400_000
const minuteMs = 60_000

export function dayIn(zone: string, atMs: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(atMs)
}

export function shifted(day: string, days: number): string {
  return new Date(Date.parse(`${day}T12:00:00Z`) + days * dayMs).toISOString().slice(0, 10)
}

/** The rules, holidays and own days of a story, by the place of each member. */
export class StreakWorld {
  readonly rules = new Map<string, StreakRule>()
  readonly holidays = new Map<string, Off & { isListed: boolean }>()
  readonly #own = new Map<number, Own>()
  readonly #zone: string

  constructor(zone: string) {
    this.#zone = zone
  }

  own(member: number): Own {
    const known = this.#own.get(member)
    if (known) return known
    const made = { zone: null, away: new Map(), cutShort: new Set<string>(), repaired: new Set<string>() }
    this.#own.set(member, made)
    return made
  }

  today(member: number, atMs: number): string {
    return dayIn(this.own(member).zone ?? this.#zone, atMs)
  }

  ruleOf(day: string): StreakRule {
    const since = this.#since(day)
    return (since === undefined ? undefined : this.rules.get(since)) ?? asSpecified
  }

  isPlain(day: string): boolean {
    const { mode, freezes } = this.ruleOf(day)
    return mode === 'every_day' && !freezes
  }

  chooseRules(day: string, rule: StreakRule, holidays: readonly string[]): void {
    for (const since of [...this.rules.keys()]) if (since > day) this.rules.delete(since)
    this.rules.set(day, rule)
    for (const [each, off] of this.holidays) {
      if (holidays.includes(each)) continue
      if (each >= day) this.holidays.delete(each)
      else off.isListed = false
    }
    for (const each of holidays) {
      const known = this.holidays.get(each)
      this.holidays.set(each, { counts: known?.counts ?? each <= day, isListed: true })
    }
  }

  chooseZone(member: number, zone: string, atMs: number): void {
    const before = this.today(member, atMs)
    const own = this.own(member)
    own.zone = zone
    for (let day = before; day < this.today(member, atMs); day = shifted(day, 1)) own.cutShort.add(day)
  }

  /** Whether the days may be entered. */
  chooseAway(member: number, days: readonly string[], { today, reported }: Entering): boolean {
    const { away } = this.own(member)
    const first = shifted(today, -7)
    if (days.some((day) => (day < first && !away.has(day)) || day > shifted(today, 366))) return false
    for (const day of [...away.keys()]) if (day >= first && !days.includes(day)) away.delete(day)
    for (const day of days) {
      if (!away.has(day)) away.set(day, { counts: day < today || reported.includes(day) })
    }
    return true
  }

  /** `weekend`, `holiday`, `away`, or null for a day that needs a report. */
  off(member: number, day: string): string | null {
    const { mode, workingDays } = this.ruleOf(day)
    if (mode === 'every_day') return null
    const weekday = new Date(`${day}T12:00:00Z`).getUTCDay() || 7
    if (!workingDays.includes(weekday)) return 'weekend'
    if (this.holidays.has(day)) return 'holiday'
    return this.own(member).away.has(day) ? 'away' : null
  }

  #counts(member: number, day: string): boolean {
    const off = this.off(member, day)
    if (off === null) return true
    if (off === 'weekend') return this.#since(day) === day
    const entered = off === 'holiday' ? this.holidays.get(day) : this.own(member).away.get(day)
    return entered?.counts === true
  }

  /** `reported` has the own day of each live report. */
  streak(member: number, reported: readonly string[], today: string): Explained {
    const [first] = [...reported].sort()
    const frozen = new Set<string>()
    let [run, longest, freezes] = [0, 0, 0]
    let stands = false
    let lastDay: string | null = null
    let missed: Explained['missed'] = null
    const earned = new Set<string>()
    const earn = (day: string) => {
      const month = day.slice(0, 7)
      const soFar = reported.filter((each) => each.startsWith(month) && each <= day).length
      if (soFar < 10 || freezes >= 2 || earned.has(month) || !this.ruleOf(day).freezes) return
      earned.add(month)
      freezes += 1
    }
    const last = [...reported, shifted(today, -1)].sort().at(-1) ?? today
    let atLast = { freezes, frozen: new Set<string>() }
    for (let day = first; day !== undefined && (day <= last || stands); day = shifted(day, 1)) {
      if (reported.includes(day)) {
        earn(day)
        if (this.#counts(member, day)) {
          run = stands ? run + 1 : 1
          longest = Math.max(longest, run)
          stands = true
        }
        if (stands) lastDay = day
      } else if (stands) {
        const { cutShort, repaired } = this.own(member)
        const isSpared = this.off(member, day) !== null || cutShort.has(day) || repaired.has(day)
        if (!isSpared && freezes > 0 && this.ruleOf(day).freezes) {
          freezes -= 1
          frozen.add(day)
          earn(day)
        } else if (!isSpared) {
          stands = false
          if (day < today) missed = { day, length: run }
        }
        if (stands) lastDay = day
      }
      if (day <= last) atLast = { freezes, frozen: new Set(frozen) }
    }
    return { current: run, longest, lastDay, missed, ...atLast }
  }

  /** What the member is told: what keeps the streak, and whether today needs a report. */
  told(member: number, reported: readonly string[], today: string) {
    const streak = this.streak(member, reported, today)
    const yesterday = shifted(today, -1)
    const what = (day: string) => {
      if (reported.includes(day) && this.#counts(member, day)) return 'report'
      return this.off(member, day) ?? (streak.frozen.has(day) ? 'freeze' : null)
    }
    const stands = streak.lastDay !== null && streak.lastDay >= yesterday && streak.current > 0
    const { cutShort, repaired } = this.own(member)
    const isSpared = what(today) !== null || cutShort.has(today) || repaired.has(today)
    return {
      freezes: streak.freezes,
      current: stands ? streak.current : 0,
      keptAliveBy: stands ? (isSpared ? what(today) : what(yesterday)) : null,
      todayNeeds: isSpared ? null : 'report',
    }
  }

  /** Whether yesterday is made good. */
  repair(member: number, reported: readonly string[], atMs: number): boolean {
    const today = this.today(member, atMs)
    const { missed } = this.streak(member, reported, today)
    if (this.isPlain(today) || missed?.day !== shifted(today, -1)) return false
    const zone = this.own(member).zone ?? this.#zone
    let beganMs = Math.floor(atMs / (15 * minuteMs)) * 15 * minuteMs
    while (dayIn(zone, beganMs - 1) === today) beganMs -= 15 * minuteMs
    if (atMs >= beganMs + dayMs || reported.filter((day) => day === today).length < 3) return false
    this.own(member).repaired.add(missed.day)
    return true
  }

  #since(day: string): string | undefined {
    return [...this.rules.keys()]
      .filter((since) => since <= day)
      .sort()
      .at(-1)
  }
}

interface Entering {
  readonly today: string
  /** The own days of the member's live reports. */
  readonly reported: readonly string[]
}
