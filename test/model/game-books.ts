import {
  isLive,
  type ModelBadge,
  type ModelContest,
  type ModelEarning,
  type ModelEntry,
  type ModelReport,
  type ModelRule,
  type ModelTeam,
  type Sums,
  type World,
} from './game-records.ts'
import { type PlainStreak, StreakWorld } from './streak-world.ts'

interface Wanted {
  readonly platform: string | null
  readonly context: string
  readonly bonuses: readonly string[]
}

type NewEntry = Pick<ModelEntry, 'member' | 'day' | 'amount' | 'atMs' | 'reason'> &
  Partial<Pick<ModelEntry, 'shares' | 'receipt' | 'overCap'>> & {
    /** The first entry about the same thing, if there is one. */
    readonly about?: ModelEntry | null
  }

/** A line of a member's statement. */
export interface ModelLine {
  readonly entry: ModelEntry
  readonly bookedOn: string
  /** The member's points after it. */
  readonly balance: number
}

/** The model's ledger, and what is worked out from it: totals, streaks, standings, badges and statements. */
export class GameBooks {
  readonly rules: ModelRule[] = []
  readonly reports: ModelReport[] = []
  readonly badgesEver: ModelBadge[] = []
  readonly entries: ModelEntry[] = []
  readonly disabled = new Set<number>()
  /** Members whom the administrator has left out of boards and contests, and roles. */
  readonly leftOut = new Set<number>()
  /** The teams of members who are in one. */
  readonly teams = new Map<number, string>()
  /** All teams that have been made. */
  readonly teamNames = new Set<string>()
  areModeratorsLeftOut = false
  protected readonly world: World
  #order = 0

  readonly streaks: StreakWorld

  constructor(world: World) {
    this.world = world
    this.streaks = new StreakWorld(world.timeZone)
  }

  /** The calendar day in the workspace; Swedes write dates the way the product keeps them. */
  dayAt(atMs: number): string {
    const { timeZone } = this.world
    return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(atMs)
  }

  totals(member: number): Sums {
    return this.#sums(member, () => true)
  }

  standing(member: number, contest: ModelContest): Sums {
    const final = contest.final?.[member]
    if (final) return final
    const isCounted = contest.isActive && !contest.isDeleted
    return this.#sums(member, (day) => isCounted && day >= contest.startDate && day <= contest.endDate)
  }

  /** As the product stores it. */
  streakOf(member: number, more: readonly string[] = []): PlainStreak {
    const days = [...this.ownDays(member), ...more]
    const latest = days.toSorted().at(-1)
    if (latest === undefined) return { current: 0, longest: 0, lastDay: null }
    const { current, longest, lastDay } = this.streaks.streak(member, days, latest)
    return { current, longest, lastDay }
  }

  /** The own day of each live report. */
  ownDays(member: number): string[] {
    return this.live(member).map(({ ownDay }) => ownDay)
  }

  /** What follows when a streak was counted anew. */
  settleStreak(member: number, atMs: number): void {
    this.loseStreak(member, atMs)
    this.unlock(member, atMs)
  }

  loseStreak(member: number, atMs: number): void {
    this.takeBackBadges(member, null, atMs)
  }

  /** Codes and points of what a member holds. */
  badges(member: number): { code: string; points: number }[] {
    return this.#heldBadges(member).map(({ code, points }) => ({ code, points }))
  }

  /** A member's entries in the order of their instants. */
  statement(member: number): ModelLine[] {
    const own = this.entries.filter((entry) => entry.member === member)
    let balance = 0
    return [...own]
      .sort((a, b) => a.atMs - b.atMs)
      .map((entry) => {
        balance += entry.amount
        return { entry, bookedOn: this.dayAt(entry.atMs), balance }
      })
  }

  live(member: number): ModelReport[] {
    return this.reports.filter((report) => report.member === member && isLive(report))
  }

  protected nextOrder(): number {
    return this.#order++
  }

  protected book({ about = null, ...entry }: NewEntry): ModelEntry {
    const team = about ? about.team : (this.teams.get(entry.member) ?? null)
    const booked = { shares: 0, receipt: null, overCap: null, ...entry, team, isReversed: false }
    this.entries.push(booked)
    return booked
  }

  protected unlock(member: number, atMs: number): void {
    const misses = (code: string) => !this.#heldBadges(member).some((one) => one.code === code)
    for (const code of this.#reached(member)) if (misses(code)) this.#earn(member, code, { atMs, lead: 0 })
    const board = this.standingsOf(null).filter(({ points }) => points > 0)
    const own = board.find((one) => one.member === member)
    if (!misses('team_leader') || !own || own.points < 500 || board.length < 3) return
    const others = board.filter((one) => one.member !== member)
    if (others.some((other) => isAhead(other, own))) return
    const lead = own.points - Math.max(500, ...others.map(({ points }) => points))
    this.#earn(member, 'team_leader', { atMs, lead })
  }

  #earn(member: number, code: string, { atMs, lead }: { atMs: number; lead: number }): void {
    const day = this.dayAt(atMs)
    const { points, receipt } = this.earning('achievement', { platform: null, context: code, bonuses: [] })
    const order = this.nextOrder()
    const award = this.book({ member, day, amount: points, atMs, reason: 'achievement', receipt })
    this.badgesEver.push({ member, code, points, day, atMs, order, award, lead, isTakenBack: false })
  }

  /** Takes back what a member no longer deserves. `ended` is the report that no longer counts, if there is one. */
  protected takeBackBadges(member: number, ended: ModelReport | null, atMs: number): void {
    const holds = this.#heldBadges(member)
    const leading = holds.find(({ code }) => code === 'team_leader')
    const gone = holds.filter((one) => one !== leading && !this.#reached(member).includes(one.code))
    if (leading) {
      const wasBefore = (one: { atMs: number; order: number }) =>
        one.atMs < leading.atMs || (one.atMs === leading.atMs && one.order < leading.order)
      const lost = [...(ended ? [ended] : []), ...gone].filter(wasBefore)
      for (const { points } of lost) leading.lead -= points
      if (leading.lead < 0) gone.push(leading)
    }
    for (const one of gone) {
      one.isTakenBack = true
      one.award.isReversed = true
      this.book({ member, day: one.day, amount: 0 - one.points, atMs, reason: 'undo', about: one.award })
    }
  }

  #reached(member: number): string[] {
    const { shares, engagements } = this.totals(member)
    const conditions: [string, boolean][] = [
      ['first_steps', engagements >= 1],
      ['social_butterfly', shares >= 25],
      ['streak_master', this.streakOf(member).longest >= 7],
      ['engagement_king', engagements >= 100],
    ]
    return conditions.filter(([, isMet]) => isMet).map(([code]) => code)
  }

  /** In the order in which they were earned. */
  #heldBadges(member: number): ModelBadge[] {
    return this.badgesEver
      .filter((one) => one.member === member && !one.isTakenBack)
      .sort((a, b) => a.atMs - b.atMs || a.order - b.order)
  }

  /** The line of everybody who has a place on the team board, or in a contest, the best first. */
  protected standingsOf(contest: ModelContest | null) {
    return this.#ordered((member) => {
      const own = this.entries.filter(
        (entry) =>
          entry.member === member &&
          (contest === null || (entry.day >= contest.startDate && entry.day <= contest.endDate)),
      )
      const sums = contest === null ? this.totals(member) : this.standing(member, contest)
      // The board asks for the latest change, a contest for the latest moment of any.
      const reachedAtMs =
        contest === null ? (own.at(-1)?.atMs ?? 0) : Math.max(0, ...own.map(({ atMs }) => atMs))
      return { ...sums, reachedAtMs }
    })
  }

  /** The members with points in the week, month or quarter of a day, the best first. */
  boardOf(window: string, today: string) {
    const sameWindow = (day: string) => windowName(window, day) === windowName(window, today)
    const board = this.#ordered((member) => {
      const own = this.entries.filter((entry) => entry.member === member && sameWindow(entry.day))
      return { ...this.#sums(member, sameWindow), reachedAtMs: Math.max(0, ...own.map(({ atMs }) => atMs)) }
    })
    return board.filter(({ points }) => points > 0)
  }

  /** What a team has in the window of a day. */
  teamIn(name: string, window: string, today: string): ModelTeam {
    return this.#teamOn(name, (day) => windowName(window, day) === windowName(window, today))
  }

  /** What each team has on the days of a contest. */
  teamsIn({ startDate, endDate }: ModelContest): ModelTeam[] {
    return [...this.teamNames].map((name) => this.#teamOn(name, (day) => day >= startDate && day <= endDate))
  }

  #teamOn(name: string, isIn: (day: string) => boolean): ModelTeam {
    const isCounted = (entry: ModelEntry) => entry.team === name && isIn(entry.day)
    const placed = this.world.memberIds.map((_, nth) => nth).filter((nth) => this.#hasPlace(nth))
    const entries = this.entries.filter((entry) => placed.includes(entry.member) && isCounted(entry))
    const active = placed.filter((nth) => this.live(nth).some(({ award }) => isCounted(award)))
    const size = [...this.teams].filter(([nth, team]) => team === name && !this.disabled.has(nth)).length
    return {
      name,
      totalPoints: entries.reduce((sum, { amount }) => sum + amount, 0),
      activeMembers: active.length,
      size,
      reachedAtMs: Math.max(
        0,
        ...this.entries.filter((entry) => isCounted(entry) && entry.amount > 0).map(({ atMs }) => atMs),
      ),
    }
  }

  #hasPlace(member: number): boolean {
    const isRoleOut = this.areModeratorsLeftOut && this.world.moderators.includes(member)
    return !this.disabled.has(member) && !this.leftOut.has(member) && !isRoleOut
  }

  #ordered(lineOf: (member: number) => Sums & { reachedAtMs: number }) {
    return this.world.memberIds
      .map((id, member) => ({ member, id, ...lineOf(member) }))
      .filter(({ member }) => this.#hasPlace(member))
      .sort((a, b) => (isAhead(a, b) ? -1 : isAhead(b, a) ? 1 : a.id < b.id ? -1 : 1))
  }

  #sums(member: number, counts: (day: string) => boolean): Sums {
    const live = this.live(member).filter(({ day }) => counts(day))
    const entries = this.entries.filter((entry) => entry.member === member && counts(entry.day))
    return {
      points: entries.reduce((sum, { amount }) => sum + amount, 0),
      shares:
        live.filter(({ type }) => type === 'share').length +
        entries.reduce((sum, { shares }) => sum + shares, 0),
      engagements: live.length,
    }
  }

  protected earning(type: string, { platform, context, bonuses }: Wanted): ModelEarning {
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
    if (!rule) return { points: 0, receipt: null }
    const { value, multiplier, bonusType } = rule
    const bonus = bonusType !== null && bonuses.includes(bonusType) ? (rule.bonusValue ?? 0) : 0
    const points = Math.floor((value * multiplier) / 100 + 0.5) + bonus
    return { points, receipt: { value, multiplier, bonus } }
  }
}

/** A name that the days of one window have in common, and no others: the Monday, the month, or the first of three. */
function windowName(window: string, day: string): string {
  if (window === 'all') return ''
  if (window === 'month') return day.slice(0, 7)
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  if (window === 'quarter') return `${year} ${Math.ceil(month / 3)}`
  const noon = new Date(Date.UTC(year, month - 1, date, 12))
  while (noon.getUTCDay() !== 1) noon.setUTCDate(noon.getUTCDate() - 1)
  return noon.toISOString()
}

function isAhead(a: Sums & { reachedAtMs: number }, b: Sums & { reachedAtMs: number }): boolean {
  if (a.points !== b.points) return a.points > b.points
  if (a.shares !== b.shares) return a.shares > b.shares
  if (a.engagements !== b.engagements) return a.engagements > b.engagements
  return a.reachedAtMs < b.reachedAtMs
}
