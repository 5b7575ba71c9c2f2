/**
 * What the product is said to do, written a second time and as plainly as possible: everything is worked out anew
 * from lists of what happened, nothing is kept up to date. It shares no rule with the product.
 */

import { GameBooks } from './game-books.ts'
import {
  held,
  isLive,
  isOpen,
  isVerified,
  type ModelAppeal,
  type ModelCheck,
  type ModelContest,
  type ModelEarning,
  type ModelQuest,
  type ModelReport,
  type ModelShare,
  type ModelWinner,
  type Outcome,
  type Person,
} from './game-records.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** What a review of a share changes. */
export type ShareChanges = Partial<Pick<ModelShare, 'points' | 'engagements' | 'status'>>

interface Review {
  readonly by: Person
  readonly changes: ShareChanges
  /** Why it is rejected. */
  readonly reason: string | null
  readonly atMs: number
}

interface Decision {
  readonly by: Person
  readonly decision: string
  readonly atMs: number
}

export class GameModel extends GameBooks {
  readonly shares: ModelShare[] = []
  readonly checks: ModelCheck[] = []
  readonly appeals: ModelAppeal[] = []
  readonly contests: ModelContest[] = []
  readonly winners: ModelWinner[] = []
  readonly quests: ModelQuest[] = []
  /** How many reports of a type earn on one day; null for no limit. */
  readonly caps: Record<string, number | null> = {}
  checkLevel = 'off'

  report(member: number, post: number, { type, atMs }: { type: string; atMs: number }): Outcome {
    const platform = this.world.platforms[post]
    if (platform === undefined) return 'unknown'
    if (this.#stands(member, post, type)) return 'conflict'
    const day = this.dayAt(atMs)
    const cap = this.caps[type] ?? null
    const earned = this.live(member).filter(
      (one) => one.day === day && one.type === type && one.award.overCap === null,
    )
    const overCap = cap !== null && earned.length >= cap ? cap : null
    const ownDay = this.streaks.today(member, atMs)
    const streak = this.streakOf(member, [ownDay])
    const bonuses = streak.current >= 3 ? ['streak'] : []
    const { points, receipt } =
      overCap === null
        ? this.earning(type, { platform, context: 'honor_system', bonuses })
        : { points: 0, receipt: null }
    const award = this.book({ member, day, amount: points, atMs, reason: 'interaction', receipt, overCap })
    const report = {
      member,
      post,
      type,
      points,
      day,
      ownDay,
      atMs,
      order: this.nextOrder(),
      award,
      latest: award,
      undoneAtMs: null,
      takenBack: null,
    }
    this.reports.push(report)
    if (type === 'share') this.shares.push({ ...newShare({ member, platform, atMs }), report, points })
    this.unlock(member, atMs)
    return 'done'
  }

  /** A report that was taken back still stands in the way of the same one; one that was undone does not. */
  #stands(member: number, post: number, type: string): boolean {
    return this.reports.some(
      (one) => one.member === member && one.post === post && one.type === type && one.undoneAtMs === null,
    )
  }

  undo(member: number, report: ModelReport, atMs: number): Outcome {
    if (report.member !== member) return 'not-allowed'
    if (!isLive(report)) return 'conflict'
    if (atMs - report.atMs > 5 * minuteMs) return 'gone'
    this.#undo(report, atMs)
    return 'done'
  }

  #undo(report: ModelReport, atMs: number): void {
    this.#end(report, atMs, () => {
      report.undoneAtMs = atMs
      for (const share of this.shares) {
        if (share.report === report && share.status === 'pending' && !share.isReviewed) share.isGone = true
      }
    })
  }

  takeBack(by: Person, report: ModelReport, atMs: number): Outcome {
    if (report.member === by) return 'not-allowed'
    if (!isLive(report) || report.takenBack !== null) return 'conflict'
    this.#end(report, atMs, () => {
      report.takenBack = { by, atMs, isGivenBack: false }
    })
    return 'done'
  }

  /** Everything that follows when a report no longer counts, whoever decided that. */
  #end(report: ModelReport, atMs: number, end: () => void): void {
    const { member, day, points } = report
    const share = this.shares.find((one) => one.report === report && !one.isGone)
    const heldBefore = share ? held(share) : 0
    end()
    report.latest.isReversed = true
    this.book({ member, day, amount: 0 - points, atMs, reason: 'undo', about: report.award })
    if (share && !share.isGone) this.#bookDifference(share, held(share) - heldBefore, atMs)
    this.takeBackBadges(member, report, atMs)
    for (const check of this.checks) if (check.report === report && isOpen(check)) check.isGone = true
  }

  #giveBack(report: ModelReport, atMs: number): void {
    const { member, day, points, takenBack } = report
    const share = this.shares.find((one) => one.report === report && !one.isGone)
    const heldBefore = share ? held(share) : 0
    if (takenBack) takenBack.isGivenBack = true
    report.latest = this.book({
      member,
      day,
      amount: points,
      atMs,
      reason: 'adjustment',
      about: report.award,
    })
    if (share) this.#bookDifference(share, held(share) - heldBefore, atMs)
    this.unlock(member, atMs)
  }

  #bookDifference({ member, award }: ModelShare, amount: number, atMs: number): void {
    if (amount === 0) return
    this.book({ member, day: this.dayAt(atMs), amount, atMs, reason: 'adjustment', about: award })
    if (amount > 0) this.unlock(member, atMs)
  }

  submit(
    member: number,
    { platform, message, atMs }: { platform: string; message: string | null; atMs: number },
  ): Outcome {
    const own = this.shares.filter((one) => one.member === member && one.report === null)
    if (own.filter(({ status }) => status === 'pending').length >= 10) return 'too-many'
    const today = this.dayAt(atMs)
    if (own.filter((one) => this.dayAt(one.atMs) >= today).length >= 20) return 'too-many'
    const words = (text: string | null) => (text ?? '').toLowerCase().split(/\s+/).join(' ').trim()
    const isRepeated = own.some(
      (one) =>
        one.status !== 'rejected' &&
        one.atMs > atMs - dayMs &&
        words(message) !== '' &&
        words(one.message) === words(message),
    )
    if (isRepeated) return 'conflict'
    this.shares.push({ ...newShare({ member, platform, atMs }), message })
    return 'done'
  }

  review(share: ModelShare, review: Review): Outcome {
    const { by, changes, reason } = review
    if (share.isGone) return 'unknown'
    if (share.member === by) return 'not-allowed'
    if (changes.status === 'rejected' && share.status !== 'rejected' && !reason) return 'invalid'
    this.#review(share, review)
    return 'done'
  }

  #review(share: ModelShare, { by, changes, reason, atMs }: Review): void {
    const before = { ...share, held: held(share), isVerified: isVerified(share) }
    if (changes.points !== undefined && changes.points !== share.points) share.isSetByHand = true
    Object.assign(share, changes)
    share.isReviewed = true
    if (share.status !== 'rejected') share.rejection = null
    else if (before.status !== 'rejected') share.rejection = { by, atMs }
    else if (reason && share.rejection) share.rejection = { by, atMs: share.rejection.atMs }
    const becomesDue = share.status === 'completed' && !share.isDue && share.report === null
    if (becomesDue) share.isDue = true
    const reaches50 = share.isDue && share.engagements >= 50 && !share.hasReached50
    if (reaches50) share.hasReached50 = true
    const earning = this.#earningOfShare(share, share.hasReached50)
    const isByRule = !share.isSetByHand && share.report === null
    if (isByRule && becomesDue) share.points = earning.points
    else if (isByRule && reaches50) {
      share.points += earning.points - this.#earningOfShare(share, false).points
    }
    const receipt = isByRule && becomesDue ? earning.receipt : null
    const why = becomesDue ? 'share' : 'adjustment'
    const amount = held(share) - before.held
    this.#settle(share, { amount, wasVerified: before.isVerified, receipt, reason: why, atMs })
  }

  /** Points count on the day of the change; a share that is no longer verified leaves the day on which it was counted. */
  #settle(
    share: ModelShare,
    change: {
      amount: number
      wasVerified: boolean
      receipt: ModelEarning['receipt']
      reason: string
      atMs: number
    },
  ): void {
    const { amount, wasVerified, receipt, reason, atMs } = change
    const { member } = share
    const day = this.dayAt(atMs)
    const isNew = isVerified(share) && !wasVerified
    const isLost = wasVerified && !isVerified(share)
    const leavesAnotherDay = isLost && share.countedOn !== day
    const shares = isNew ? 1 : isLost && !leavesAnotherDay ? -1 : 0
    if (amount !== 0 || shares !== 0) {
      const booked = this.book({ member, day, amount, shares, atMs, reason, receipt, about: share.award })
      if (reason === 'share') share.award = booked
    }
    if (amount > 0 || isNew) this.unlock(member, atMs)
    if (leavesAnotherDay) {
      const countedOn = share.countedOn ?? ''
      this.book({
        member,
        day: countedOn,
        amount: 0,
        shares: -1,
        atMs,
        reason: 'adjustment',
        about: share.award,
      })
    }
    if (isNew) share.countedOn = day
    if (isLost) this.takeBackBadges(member, null, atMs)
  }

  #earningOfShare({ platform, message }: ModelShare, hasReached50: boolean): ModelEarning {
    const bonuses = [
      ...(message ? ['custom_message'] : []),
      ...(hasReached50 ? ['engagement_threshold'] : []),
    ]
    const given = { platform, context: 'verified', bonuses }
    const special = this.earning(`share_${platform}`, given)
    return special.receipt ? special : this.earning('share', given)
  }

  /** A correction by the administrator. */
  correct(member: number, amount: number, atMs: number): Outcome {
    if (amount < 0 && this.totals(member).points + amount < 0) return 'conflict'
    this.book({ member, day: this.dayAt(atMs), amount, atMs, reason: 'adjustment' })
    if (amount > 0) this.unlock(member, atMs)
    return 'done'
  }

  openChecks(member: number): ModelCheck[] {
    return this.checks.filter((check) => check.report.member === member && isOpen(check))
  }

  answer(
    check: ModelCheck,
    { member, answer, note, atMs }: { member: number; answer: string; note: string | null; atMs: number },
  ): Outcome {
    const { report } = check
    if (check.isGone) return 'unknown'
    if (report.member !== member) return 'not-allowed'
    if (!isOpen(check)) return 'conflict'
    const says = note === null ? 0 : note.length
    if (answer === 'confirm' && report.type !== 'like' && says < 3) return 'invalid'
    check.answer = answer
    if (answer === 'take_back') this.#undo(report, atMs)
    return 'done'
  }

  decideCheck(check: ModelCheck, { by, decision, atMs }: Decision): Outcome {
    if (check.isGone) return 'unknown'
    if (check.report.member === by) return 'not-allowed'
    if (check.decision !== null || check.answer === 'take_back') return 'conflict'
    if (check.answer === null && atMs < check.askedAtMs + 5 * dayMs) return 'conflict'
    // Decided before its report ends, because that closes an open check.
    check.decision = decision
    const outcome = decision === 'taken_back' ? this.takeBack(by, check.report, atMs) : 'done'
    if (outcome !== 'done') check.decision = null
    return outcome
  }

  appeal(member: number, subject: ModelReport | ModelShare, atMs: number): Outcome {
    if ('isGone' in subject && subject.isGone) return 'unknown'
    if (subject.member !== member) return 'not-allowed'
    const decided = 'isGone' in subject ? subject.rejection : subject.takenBack
    if (decided === null || ('isGivenBack' in decided && decided.isGivenBack)) return 'conflict'
    if (this.appeals.some((one) => one.subject === subject)) return 'conflict'
    if (atMs > decided.atMs + 30 * dayMs) return 'gone'
    this.appeals.push({ member, subject, against: decided.by, decision: null })
    return 'done'
  }

  decideAppeal(appeal: ModelAppeal, { by, decision, atMs }: Decision): Outcome {
    const { member, against, subject } = appeal
    const reviewers: Person[] = ['admin', ...this.world.moderators.filter((nth) => !this.disabled.has(nth))]
    const others = reviewers.filter((one) => one !== member && one !== against)
    if (by === member) return 'not-allowed'
    if (by === against && (by !== 'admin' || others.length > 0)) return 'not-allowed'
    if (appeal.decision !== null) return 'conflict'
    const isGivenBack = decision === 'given_back'
    if (isGivenBack && 'isGone' in subject && subject.status !== 'rejected') return 'conflict'
    appeal.decision = decision
    if (!isGivenBack) return 'done'
    if ('isGone' in subject) {
      const status = subject.report === null ? 'completed' : 'pending'
      this.#review(subject, { by, changes: { status }, reason: null, atMs })
    } else this.#giveBack(subject, atMs)
    return 'done'
  }

  /** Creates a contest, or gives one that is there other dates. */
  saveContest(wanted: Omit<ModelContest, 'isDeleted' | 'final'>, known: ModelContest | null): Outcome {
    if (known?.isDeleted) return 'unknown'
    if (wanted.endDate < wanted.startDate) return 'invalid'
    const touches = ({ startDate, endDate }: ModelContest) =>
      startDate <= wanted.endDate && wanted.startDate <= endDate
    const others = this.contests.filter((one) => one !== known && one.isActive && !one.isDeleted)
    if (wanted.isActive && others.some(touches)) return 'conflict'
    if (known) {
      if (wanted.isActive) known.final = null
      else this.#keepFinal(known)
      Object.assign(known, wanted)
    } else this.contests.push({ ...wanted, isDeleted: false, final: null })
    return 'done'
  }

  deleteContest(contest: ModelContest): Outcome {
    if (contest.isDeleted) return 'unknown'
    this.#keepFinal(contest)
    contest.isDeleted = true
    return 'done'
  }

  /** The standings of a contest with a winner outlive it. */
  #keepFinal(contest: ModelContest): void {
    if (!this.winners.some((winner) => winner.contest === contest)) return
    contest.final ??= this.world.memberIds.map((_, member) => this.standing(member, contest))
  }

  close(atMs: number): void {
    const byEnd = [...this.contests].sort((a, b) => a.endDate.localeCompare(b.endDate))
    for (const contest of byEnd) {
      const [year = 0, month = 0] = contest.startDate.split('-').map(Number)
      const isOver = this.dayAt(atMs - 10 * minuteMs) > contest.endDate
      const isNamed = this.winners.some((winner) => winner.contest === contest)
      const first = this.standingsOf(contest).find(({ points }) => points > 0)
      if (!contest.isActive || contest.isDeleted || !isOver || isNamed || !first) continue
      const { member, points, shares, engagements } = first
      const { endDate } = contest
      const teams = this.teamsIn(contest)
      this.winners.push({ year, month, member, points, shares, engagements, contest, endDate, atMs, teams })
    }
  }
}

function newShare(made: Pick<ModelShare, 'member' | 'platform' | 'atMs'>): ModelShare {
  return {
    ...made,
    message: null,
    report: null,
    engagements: 0,
    points: 0,
    status: 'pending',
    isDue: false,
    isSetByHand: false,
    hasReached50: false,
    isReviewed: false,
    isGone: false,
    countedOn: null,
    award: null,
    rejection: null,
  }
}
