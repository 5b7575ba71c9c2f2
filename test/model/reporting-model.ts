/**
 * What the product is said to do, written a second time and as plainly as possible: everything is worked out anew
 * from the list of all reports, nothing is kept up to date. It shares no rule with the product.
 */

export type Outcome = 'done' | 'unknown' | 'conflict' | 'not-allowed' | 'gone'

export interface ModelRule {
  readonly type: string
  readonly platform: string | null
  readonly context: string | null
  readonly value: number
  readonly multiplier: number
  readonly bonusType: string | null
  readonly bonusValue: number | null
  readonly createdAtMs: number
  isActive: boolean
}

export interface ModelReport {
  readonly member: number
  readonly post: number
  readonly type: string
  readonly points: number
  readonly day: string
  readonly atMs: number
  undoneAtMs: number | null
}

interface ModelContest {
  readonly startDate: string
  readonly endDate: string
  readonly isCounted: boolean
}

/** What is kept for one member, or for a member in one contest. */
export interface Sums {
  readonly points: number
  readonly shares: number
  readonly engagements: number
}

const basics: Readonly<Record<string, number>> = { like: 15, comment: 20, share: 30 }
const undoMinutes = 5
const bonusFromDays = 3

export class ReportingModel {
  readonly reports: ModelReport[] = []
  readonly rules: ModelRule[] = []
  /** The signed amounts of all entries, per member and day. */
  readonly entries: { member: number; day: string; amount: number }[] = []
  readonly #timeZone: string
  readonly #platforms: readonly string[]

  constructor(timeZone: string, platforms: readonly string[]) {
    this.#timeZone = timeZone
    this.#platforms = platforms
  }

  /** The calendar day in the workspace; Swedes write dates the way the product keeps them. */
  dayAt(atMs: number): string {
    return new Intl.DateTimeFormat('sv-SE', { timeZone: this.#timeZone, dateStyle: 'short' }).format(atMs)
  }

  report(member: number, post: number, { type, atMs }: { type: string; atMs: number }): Outcome {
    const platform = this.#platforms[post]
    if (platform === undefined) return 'unknown'
    if (this.#live(member).some((report) => report.post === post && report.type === type)) return 'conflict'
    const day = this.dayAt(atMs)
    const streak = streakOf([...this.#live(member).map((report) => report.day), day])
    const points = this.#worth(type, platform, streak.current)
    this.reports.push({ member, post, type, points, day, atMs, undoneAtMs: null })
    this.entries.push({ member, day, amount: points })
    return 'done'
  }

  undo(member: number, report: ModelReport, atMs: number): Outcome {
    if (report.member !== member) return 'not-allowed'
    if (report.undoneAtMs !== null) return 'conflict'
    if (atMs - report.atMs > undoMinutes * 60_000) return 'gone'
    report.undoneAtMs = atMs
    this.entries.push({ member, day: report.day, amount: -report.points })
    return 'done'
  }

  totals(member: number): Sums {
    return sumsOf(this.#live(member))
  }

  standing(member: number, { startDate, endDate, isCounted }: ModelContest): Sums {
    const inside = this.#live(member).filter(({ day }) => isCounted && day >= startDate && day <= endDate)
    return sumsOf(inside)
  }

  streak(member: number) {
    return streakOf(this.#live(member).map((report) => report.day))
  }

  #live(member: number): ModelReport[] {
    return this.reports.filter((report) => report.member === member && report.undoneAtMs === null)
  }

  #worth(type: string, platform: string, streakDays: number): number {
    const fitting = this.rules.filter(
      (rule) =>
        rule.isActive &&
        rule.type === type &&
        [null, platform].includes(rule.platform) &&
        [null, 'honor_system'].includes(rule.context),
    )
    const kinds = [
      fitting.filter((rule) => rule.platform !== null && rule.context !== null),
      fitting.filter((rule) => rule.platform !== null && rule.context === null),
      fitting.filter((rule) => rule.platform === null && rule.context !== null),
      fitting.filter((rule) => rule.platform === null && rule.context === null),
    ]
    const candidates = kinds.find((kind) => kind.length > 0) ?? []
    const newestMs = Math.max(...candidates.map((rule) => rule.createdAtMs))
    const rule = candidates.filter((candidate) => candidate.createdAtMs === newestMs).at(-1)
    if (!rule) return basics[type] ?? 0
    const hasBonus = rule.bonusType === 'streak' && streakDays >= bonusFromDays
    return Math.floor((rule.value * rule.multiplier) / 100 + 0.5) + (hasBonus ? (rule.bonusValue ?? 0) : 0)
  }
}

function sumsOf(reports: readonly ModelReport[]): Sums {
  return {
    points: reports.reduce((sum, { points }) => sum + points, 0),
    shares: reports.filter(({ type }) => type === 'share').length,
    engagements: reports.length,
  }
}

/** Counts back from every day; slow and plain. */
function streakOf(days: readonly string[]): { current: number; longest: number; lastDay: string | null } {
  const runTo = (day: string): number => (days.includes(day) ? 1 + runTo(dayBefore(day)) : 0)
  const lastDay = [...days].sort().at(-1) ?? null
  return {
    current: lastDay === null ? 0 : runTo(lastDay),
    longest: Math.max(0, ...days.map(runTo)),
    lastDay,
  }
}

function dayBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10)
}
