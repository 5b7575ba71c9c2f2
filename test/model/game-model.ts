/**
 * What the product is said to do, written a second time and as plainly as possible: everything is worked out anew
 * from lists of what happened, nothing is kept up to date. It shares no rule with the product.
 */

export type Outcome = 'done' | 'unknown' | 'conflict' | 'not-allowed' | 'gone' | 'invalid'

export interface ModelRule {
  readonly type: string
  readonly platform: string | null
  readonly context: string | null
  value: number
  readonly multiplier: number
  readonly bonusType: string | null
  readonly bonusValue: number | null
  readonly createdAtMs: number
  isActive: boolean
  isDeleted: boolean
}

export interface ModelReport {
  readonly member: number
  readonly post: number
  readonly type: string
  readonly points: number
  readonly day: string
  readonly atMs: number
  readonly order: number
  undoneAtMs: number | null
}

interface Earned {
  readonly member: number
  readonly code: string
  readonly points: number
  readonly day: string
  readonly atMs: number
  readonly order: number
  lead: number
  isTakenBack: boolean
}

export interface ModelShare {
  readonly member: number
  /** The report that made it. */
  readonly report: ModelReport | null
  readonly platform: string
  readonly message: string | null
  engagements: number
  points: number
  status: string
  isDue: boolean
  isSetByHand: boolean
  hasReached50: boolean
  isReviewed: boolean
  isGone: boolean
}

export interface ModelContest {
  startDate: string
  endDate: string
  isActive: boolean
  isDeleted: boolean
}

interface Entry {
  readonly member: number
  readonly day: string
  readonly amount: number
  readonly atMs: number
}

/** What is kept for one member, or for a member in one contest. */
export interface Sums {
  readonly points: number
  readonly shares: number
  readonly engagements: number
}

export interface ModelWinner extends Sums {
  readonly year: number
  readonly month: number
  readonly member: number
}

const basics: Readonly<Record<string, number>> = { like: 15, comment: 20, share: 30 }
const minuteMs = 60_000

export class GameModel {
  readonly rules: ModelRule[] = []
  readonly reports: ModelReport[] = []
  readonly earned: Earned[] = []
  readonly shares: ModelShare[] = []
  readonly contests: ModelContest[] = []
  readonly winners: (ModelWinner & { readonly contest: ModelContest; readonly endDate: string })[] = []
  readonly entries: Entry[] = []
  readonly #world: World
  #order = 0

  constructor(world: World) {
    this.#world = world
  }

  /** The calendar day in the workspace; Swedes write dates the way the product keeps them. */
  dayAt(atMs: number): string {
    const { timeZone } = this.#world
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(atMs)
  }

  report(member: number, post: number, { type, atMs }: { type: string; atMs: number }): Outcome {
    const platform = this.#world.platforms[post]
    if (platform === undefined) return 'unknown'
    if (this.#live(member).some((report) => report.post === post && report.type === type)) return 'conflict'
    const day = this.dayAt(atMs)
    const streak = streakOf([...this.#live(member).map((report) => report.day), day])
    const bonuses = streak.current >= 3 ? ['streak'] : []
    const points = this.#worth(type, { platform, context: 'honor_system', bonuses }) ?? basics[type] ?? 0
    const report = { member, post, type, points, day, atMs, order: this.#order++, undoneAtMs: null }
    this.reports.push(report)
    this.entries.push({ member, day, amount: points, atMs })
    if (type === 'share') this.shares.push({ ...newShare(member, platform, null), report, isDue: true })
    this.#unlock(member, atMs)
    return 'done'
  }

  undo(member: number, report: ModelReport, atMs: number): Outcome {
    if (report.member !== member) return 'not-allowed'
    if (report.undoneAtMs !== null) return 'conflict'
    if (atMs - report.atMs > 5 * minuteMs) return 'gone'
    report.undoneAtMs = atMs
    this.entries.push({ member, day: report.day, amount: -report.points, atMs })
    for (const share of this.shares) {
      if (share.report === report && share.status === 'pending' && !share.isReviewed) share.isGone = true
    }
    this.#takeBack(member, report, atMs)
    return 'done'
  }

  submit(member: number, { platform, message }: { platform: string; message: string | null }): void {
    this.shares.push(newShare(member, platform, message))
  }

  review(
    share: ModelShare,
    changes: Partial<Pick<ModelShare, 'points' | 'engagements' | 'status'>>,
    atMs: number,
  ) {
    const heldBefore = held(share)
    if (changes.points !== undefined && changes.points !== share.points) share.isSetByHand = true
    Object.assign(share, changes)
    share.isReviewed = true
    const becomesDue = share.status === 'completed' && !share.isDue
    if (becomesDue) share.isDue = true
    const reaches50 = share.isDue && share.engagements >= 50 && !share.hasReached50
    if (reaches50) share.hasReached50 = true
    if (!share.isSetByHand && share.report === null) {
      const withIt = this.#worthOfShare(share, share.hasReached50)
      if (becomesDue) share.points = withIt
      else if (reaches50) share.points += withIt - this.#worthOfShare(share, false)
    }
    const amount = held(share) - heldBefore
    if (amount === 0) return
    this.entries.push({ member: share.member, day: this.dayAt(atMs), amount, atMs })
    if (amount > 0) this.#unlock(share.member, atMs)
  }

  /** Creates a contest, or gives one that is there other dates. */
  saveContest(wanted: Omit<ModelContest, 'isDeleted'>, known: ModelContest | null): Outcome {
    if (known?.isDeleted) return 'unknown'
    if (wanted.endDate < wanted.startDate) return 'invalid'
    const touches = ({ startDate, endDate }: ModelContest) =>
      startDate <= wanted.endDate && wanted.startDate <= endDate
    const others = this.contests.filter((one) => one !== known && one.isActive && !one.isDeleted)
    if (wanted.isActive && others.some(touches)) return 'conflict'
    if (known) Object.assign(known, wanted)
    else this.contests.push({ ...wanted, isDeleted: false })
    return 'done'
  }

  close(atMs: number): void {
    const byEnd = [...this.contests].sort((a, b) => a.endDate.localeCompare(b.endDate))
    for (const contest of byEnd) {
      const [year = 0, month = 0] = contest.startDate.split('-').map(Number)
      const isOver = this.dayAt(atMs - 10 * minuteMs) > contest.endDate
      const isNamed = this.winners.some(
        (winner) => winner.contest === contest || (winner.year === year && winner.month === month),
      )
      const first = this.#standingsOf(contest).find(({ points }) => points > 0)
      if (!contest.isActive || contest.isDeleted || !isOver || isNamed || !first) continue
      const { member, points, shares, engagements } = first
      const { endDate } = contest
      this.winners.push({ year, month, member, points, shares, engagements, contest, endDate })
    }
  }

  totals(member: number): Sums {
    return this.#sums(member, () => true)
  }

  standing(member: number, contest: ModelContest): Sums {
    const isCounted = contest.isActive && !contest.isDeleted
    return this.#sums(member, (day) => isCounted && day >= contest.startDate && day <= contest.endDate)
  }

  streak(member: number) {
    return streakOf(this.#live(member).map((report) => report.day))
  }

  /** Codes and points of what a member holds. */
  badges(member: number): { code: string; points: number }[] {
    return this.#held(member).map(({ code, points }) => ({ code, points }))
  }

  #unlock(member: number, atMs: number): void {
    const day = this.dayAt(atMs)
    const earn = (code: string, lead = 0) => {
      const points = this.#worth('achievement', { platform: null, context: code, bonuses: [] }) ?? 0
      const order = this.#order++
      this.earned.push({ member, code, points, day, atMs, order, lead, isTakenBack: false })
      this.entries.push({ member, day, amount: points, atMs })
    }
    const misses = (code: string) => !this.#held(member).some((one) => one.code === code)
    for (const code of this.#reached(member)) if (misses(code)) earn(code)
    const board = this.#standingsOf(null).filter(({ points }) => points > 0)
    const own = board.find((one) => one.member === member)
    if (!misses('team_leader') || !own || own.points < 500 || board.length < 3) return
    const others = board.filter((one) => one.member !== member)
    if (others.some((other) => isAhead(other, own))) return
    earn('team_leader', own.points - Math.max(500, ...others.map(({ points }) => points)))
  }

  #takeBack(member: number, undone: ModelReport, atMs: number): void {
    const holds = this.#held(member)
    const leading = holds.find(({ code }) => code === 'team_leader')
    const gone = holds.filter((one) => one !== leading && !this.#reached(member).includes(one.code))
    if (leading) {
      const wasBefore = (one: { atMs: number; order: number }) =>
        one.atMs < leading.atMs || (one.atMs === leading.atMs && one.order < leading.order)
      for (const one of [undone, ...gone]) if (wasBefore(one)) leading.lead -= one.points
      if (leading.lead < 0) gone.push(leading)
    }
    for (const one of gone) {
      one.isTakenBack = true
      this.entries.push({ member, day: one.day, amount: -one.points, atMs })
    }
  }

  #reached(member: number): string[] {
    const live = this.#live(member)
    const conditions: [string, boolean][] = [
      ['first_steps', live.length >= 1],
      ['social_butterfly', live.filter(({ type }) => type === 'share').length >= 25],
      ['streak_master', this.streak(member).longest >= 7],
      ['engagement_king', live.length >= 100],
    ]
    return conditions.filter(([, isMet]) => isMet).map(([code]) => code)
  }

  #held(member: number): Earned[] {
    return this.earned.filter((one) => one.member === member && !one.isTakenBack)
  }

  /** Everybody's line on the team board, or in a contest, the best first. */
  #standingsOf(contest: ModelContest | null) {
    const lines = this.#world.memberIds.map((id, member) => {
      const own = this.entries.filter(
        (entry) =>
          entry.member === member &&
          (contest === null || (entry.day >= contest.startDate && entry.day <= contest.endDate)),
      )
      const sums = contest === null ? this.totals(member) : this.standing(member, contest)
      // The board asks for the latest change, a contest for the latest moment of any.
      const reachedAtMs =
        contest === null ? (own.at(-1)?.atMs ?? 0) : Math.max(0, ...own.map(({ atMs }) => atMs))
      return { member, id, ...sums, reachedAtMs }
    })
    return lines.sort((a, b) => (isAhead(a, b) ? -1 : isAhead(b, a) ? 1 : a.id < b.id ? -1 : 1))
  }

  #live(member: number): ModelReport[] {
    return this.reports.filter((report) => report.member === member && report.undoneAtMs === null)
  }

  #sums(member: number, counts: (day: string) => boolean): Sums {
    const live = this.#live(member).filter(({ day }) => counts(day))
    const entries = this.entries.filter((entry) => entry.member === member && counts(entry.day))
    return {
      points: entries.reduce((sum, { amount }) => sum + amount, 0),
      shares: live.filter(({ type }) => type === 'share').length,
      engagements: live.length,
    }
  }

  #worthOfShare({ platform, message }: ModelShare, hasReached50: boolean): number {
    const bonuses = [
      ...(message ? ['custom_message'] : []),
      ...(hasReached50 ? ['engagement_threshold'] : []),
    ]
    const given = { platform, context: 'verified', bonuses }
    return this.#worth(`share_${platform}`, given) ?? this.#worth('share', given) ?? 30
  }

  /** Null when no rule speaks of it. */
  #worth(
    type: string,
    { platform, context, bonuses }: { platform: string | null; context: string; bonuses: string[] },
  ): number | null {
    const fitting = this.rules.filter(
      (rule) =>
        rule.isActive &&
        !rule.isDeleted &&
        rule.type === type &&
        [null, platform].includes(rule.platform) &&
        [null, context].includes(rule.context),
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
    if (!rule) return null
    const hasBonus = rule.bonusType !== null && bonuses.includes(rule.bonusType)
    return Math.floor((rule.value * rule.multiplier) / 100 + 0.5) + (hasBonus ? (rule.bonusValue ?? 0) : 0)
  }
}

interface World {
  readonly timeZone: string
  readonly platforms: readonly string[]
  readonly memberIds: readonly string[]
}

function newShare(member: number, platform: string, message: string | null): ModelShare {
  return {
    member,
    platform,
    message,
    report: null,
    engagements: 0,
    points: 0,
    status: 'pending',
    isDue: false,
    isSetByHand: false,
    hasReached50: false,
    isReviewed: false,
    isGone: false,
  }
}

function held({ isDue, status, points }: ModelShare): number {
  return isDue && status !== 'rejected' ? points : 0
}

function isAhead(a: Sums & { reachedAtMs: number }, b: Sums & { reachedAtMs: number }): boolean {
  if (a.points !== b.points) return a.points > b.points
  if (a.shares !== b.shares) return a.shares > b.shares
  if (a.engagements !== b.engagements) return a.engagements > b.engagements
  return a.reachedAtMs < b.reachedAtMs
}

/** Counts back from every day; slow and plain. */
function streakOf(days: readonly string[]): { current: number; longest: number; lastDay: string | null } {
  const runTo = (day: string): number => (days.includes(day) ? 1 + runTo(dayBefore(day)) : 0)
  const distinct = [...new Set(days)].sort()
  const lastDay = distinct.at(-1) ?? null
  return {
    current: lastDay === null ? 0 : runTo(lastDay),
    longest: Math.max(0, ...distinct.map(runTo)),
    lastDay,
  }
}

function dayBefore(day: string): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1, date - 1)).toISOString().slice(0, 10)
}
