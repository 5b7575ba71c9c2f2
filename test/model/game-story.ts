import { expect } from 'vitest'
import { contestChange, newContest } from '#contract/contests.schema.ts'
import { newPointsConfiguration } from '#contract/points.schema.ts'
import { newShare } from '#contract/shares.schema.ts'
import { addDays, asDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { newId } from '#server/db/new-id.ts'
import {
  closeEndedContests,
  createContest,
  deleteContest,
  updateContest,
} from '#server/features/contests/commands.ts'
import { undoInteraction } from '#server/features/interactions/commands.ts'
import {
  createConfiguration,
  deleteConfiguration,
  updateConfiguration,
} from '#server/features/points/commands.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { submitShare } from '#server/features/shares/commands.ts'
import { setQuest } from './game-quests.ts'
import type { ModelReport } from './game-records.ts'
import { ReviewStory } from './game-review-story.ts'
import { findCheckOf, findShareOf, GameStage, outcomeOf } from './game-stage.ts'
import type { RuleWish, Step } from './game-steps.ts'
import { takeStreakStep } from './game-streaks.ts'

const minuteMs = 60_000
const dayMs = 86_400_000

/** One story as it is told: the product and the model are given the same steps. */
export class GameStory extends GameStage {
  readonly #reviews = new ReviewStory(this)

  async take(each: Step): Promise<void> {
    const { clock } = this.stage.t
    switch (each.do) {
      case 'report':
        return this.#report(each)
      case 'report a day later':
        clock.advance(dayMs)
        return this.#report(each)
      case 'report daily':
        return this.#reportDaily(each)
      case 'lead and lose':
        return this.#leadAndLose(each.member)
      case 'report many':
        return this.#reportMany(each)
      case 'report for another':
        return this.#reportForAnother(each)
      case 'undo':
        return this.#undo(each)
      case 'move the clock':
        return this.#moveClock(each.ms)
      case 'add a rule':
        return this.addRule(each.rule)
      case 'change a rule':
        return this.#changeRule(each)
      case 'submit a share':
        return this.#submit(each)
      case 'submit shares':
        return this.#submitMany(each)
      case 'save a contest':
        return this.#saveContest(each)
      case 'delete a contest':
        return this.#deleteContest(each.nth)
      case 'choose streak rules':
      case 'choose a zone':
      case 'be away':
      case 'repair':
        return takeStreakStep(this, each)
      case 'set a quest':
        return setQuest(this, each)
      case 'close':
        return this.#close()
      default:
        return this.#reviews.take(each)
    }
  }

  async addRule(wish: RuleWish): Promise<void> {
    const { type: actionType, value: pointValue, ...rest } = wish
    const wanted = newPointsConfiguration.parse({ actionType, pointValue, ...rest })
    const { id } = await createConfiguration(this.deps, this.acting, wanted)
    this.ids.rules.push(id)
    this.model.rules.push({ ...wish, createdAtMs: this.nowMs, isActive: true, isDeleted: false })
  }

  async #report({ member, post, type }: Omit<Step & { do: 'report' }, 'do'>): Promise<void> {
    if (this.model.disabled.has(member)) return
    await this.countingBadges(member, () => this.#reportOnce({ member, post, type }))
  }

  async #reportOnce({ member, post, type }: Omit<Step & { do: 'report' }, 'do'>): Promise<void> {
    const { model, deps } = this
    const streakBefore = model.streakOf(member)
    const openBefore = model.openChecks(member).length
    const expected = model.report(member, post, { type, atMs: this.nowMs })
    const report = { postId: this.stage.posts[post] ?? newId<'post'>(), interactionType: type }
    let made: Awaited<ReturnType<typeof reportInteraction>> | undefined
    const outcome = await outcomeOf(async () => {
      made = await reportInteraction(deps, this.member(member), report)
    })
    expect(outcome, 'outcome of the report').toBe(expected)
    this.count(`report: ${outcome}`)
    const counted = model.reports.at(-1)
    if (outcome !== 'done' || !made || !counted) return
    expect(made.points, 'points of the report').toBe(counted.points)
    this.#countKinds(counted, streakBefore.lastDay ?? '')
    this.ids.reports.push(made.id)
    await this.#findCheck(counted, openBefore)
    if (type !== 'share') return
    const [share] = await deps.db.run(findShareOf, [made.id])
    this.ids.shares.push(share?.id ?? asId(''))
  }

  #countKinds({ member, day, award }: ModelReport, lastDay: string): void {
    if (this.model.streakOf(member).current >= 3) this.count('streak of three days')
    if (day < lastDay) this.count('report behind the last day')
    if (award.overCap !== null) this.count('report beyond the cap')
    else if (award.receipt === null) this.count('report without a rule')
  }

  /** Which reports are asked about is chance, except that none is with checks off, or with three open ones. */
  async #findCheck(report: ModelReport, openBefore: number): Promise<void> {
    const { model } = this
    const [check] = await this.deps.db.run(findCheckOf, [this.ids.reports.at(-1) ?? ''])
    const live = model.live(report.member)
    const lately = live.filter(({ atMs }) => atMs > report.atMs - 10 * minuteMs).length
    const mayAsk = model.checkLevel !== 'off' && openBefore < 3
    if (!mayAsk) expect(check, 'question').toBeUndefined()
    else if (lately > 8) expect(check?.cause, 'question after a burst').toBe('burst')
    else if (check) expect(check.cause).toBe(live.length <= 10 ? 'new_member' : 'sample')
    if (!check) return
    this.count(`asked: ${check.cause}`)
    this.ids.checks.push(check.id)
    model.checks.push({ report, askedAtMs: report.atMs, answer: null, decision: null, isGone: false })
  }

  async #reportMany({ member, type, count }: Step & { do: 'report many' }): Promise<void> {
    const isFree = (post: number) =>
      !this.model.reports.some(
        (one) => one.member === member && one.post === post && one.type === type && one.undoneAtMs === null,
      )
    const free = this.stage.posts.map((_, post) => post).filter(isFree)
    for (const post of free.slice(0, count)) await this.#report({ member, post, type })
  }

  async #reportDaily({ member, days }: Step & { do: 'report daily' }): Promise<void> {
    for (let day = 0; day < days; day++) {
      if (day > 0) this.stage.t.clock.advance(dayMs)
      await this.#reportMany({ do: 'report many', member, type: 'like', count: 1 })
    }
  }

  /** Brings a member to 500 points among others who have some, and takes the last report back. */
  async #leadAndLose(member: number): Promise<void> {
    const others = this.stage.members.map((_, nth) => nth).filter((nth) => nth !== member)
    for (const other of others)
      await this.#reportMany({ do: 'report many', member: other, type: 'like', count: 1 })
    for (let nth = 0; nth < this.stage.posts.length && this.model.totals(member).points < 500; nth++) {
      await this.#reportMany({ do: 'report many', member, type: 'share', count: 1 })
    }
    await this.#undo({ do: 'undo', back: 0, asOwner: true })
  }

  async #reportForAnother({ member, post }: Step & { do: 'report for another' }): Promise<void> {
    const userId = this.member(member + 1).id
    const report = {
      postId: this.stage.posts[post] ?? newId<'post'>(),
      interactionType: 'like',
      userId,
    } as const
    const outcome = await outcomeOf(() => reportInteraction(this.deps, this.member(member), report))
    expect(outcome).toBe('not-allowed')
    this.count(`report for another: ${outcome}`)
  }

  async #undo({ back, asOwner }: Step & { do: 'undo' }): Promise<void> {
    const report = this.model.reports.at(-1 - back)
    const id = this.ids.reports.at(-1 - back)
    if (!report || id === undefined) {
      const outcome = await outcomeOf(() => undoInteraction(this.deps, this.member(0), newId()))
      return expect(outcome).toBe('unknown')
    }
    const member = (report.member + (asOwner ? 0 : 1)) % this.stage.members.length
    await this.countingBadges(member, async () => {
      const expected = this.model.undo(member, report, this.nowMs)
      const outcome = await outcomeOf(() => undoInteraction(this.deps, this.member(member), id))
      expect(outcome, 'outcome of the undo').toBe(expected)
      this.count(`undo: ${outcome}`)
      if (outcome !== 'done') return
      if (this.model.dayAt(this.nowMs) !== report.day) this.count('undo on another day')
      if (report.takenBack !== null) this.count('undo of a report that was given back')
    })
  }

  // A clock that goes back behind the end of a contest that has its winner would make the past change.
  #moveClock(ms: number): void {
    const day = this.model.dayAt(this.nowMs + ms)
    if (ms < 0 && this.model.winners.some(({ endDate }) => day <= endDate)) return
    this.stage.t.clock.advance(ms)
  }

  async #changeRule({ nth, change }: Step & { do: 'change a rule' }): Promise<void> {
    const rule = this.model.rules[nth]
    const id = this.ids.rules[nth]
    if (!rule || id === undefined || rule.isDeleted) return
    if (change === 'delete') {
      rule.isDeleted = true
      return deleteConfiguration(this.deps, this.acting, id)
    }
    if (change === 'switch') rule.isActive = !rule.isActive
    else rule.value = change
    const wanted = { isActive: rule.isActive, pointValue: rule.value }
    await updateConfiguration(this.deps, this.acting, { id, change: wanted })
  }

  async #submit({ member, platform, message }: Omit<Step & { do: 'submit a share' }, 'do'>): Promise<void> {
    if (this.model.disabled.has(member)) return
    const expected = this.model.submit(member, { platform, message, atMs: this.nowMs })
    const wanted = newShare.parse({ platform, customMessage: message })
    const outcome = await outcomeOf(async () => {
      this.ids.shares.push((await submitShare(this.deps, this.member(member), wanted)).id)
    })
    expect(outcome, 'outcome of submitting a share').toBe(expected)
    this.count(`submit a share: ${outcome}`)
  }

  async #submitMany({ member, count }: Step & { do: 'submit shares' }): Promise<void> {
    for (let nth = 0; nth < count; nth++) {
      await this.#submit({ member, platform: 'linkedin', message: `Look at ${this.model.shares.length}` })
    }
  }

  async #saveContest({ nth, from, days, isActive }: Step & { do: 'save a contest' }): Promise<void> {
    const known = this.model.contests[nth] ?? null
    const startDate = addDays(asDay(this.model.dayAt(this.nowMs)), from)
    const wanted = { startDate, endDate: addDays(startDate, days), isActive }
    const expected = this.model.saveContest(wanted, known)
    const id = this.ids.contests[nth]
    const outcome = await outcomeOf(async () => {
      if (known && id !== undefined) {
        await updateContest(this.deps, this.acting, { id, change: contestChange.parse(wanted) })
      } else {
        const body = newContest.parse({ ...wanted, title: 'Contest', isBetweenTeams: true })
        this.ids.contests.push((await createContest(this.deps, this.acting, body)).id)
      }
    })
    expect(outcome, 'outcome of saving a contest').toBe(expected)
    this.count(`${known ? 'move' : 'create'} a contest: ${outcome}`)
  }

  async #deleteContest(nth: number): Promise<void> {
    const contest = this.model.contests[nth]
    const id = this.ids.contests[nth]
    if (!contest || id === undefined) return
    const expected = this.model.deleteContest(contest)
    if (contest.final) this.count('a contest with a winner is deleted')
    expect(await outcomeOf(() => deleteContest(this.deps, this.acting, id))).toBe(expected)
    this.count(`delete a contest: ${expected}`)
  }

  async #close(): Promise<void> {
    const before = this.model.winners.length
    this.model.close(this.nowMs)
    await closeEndedContests(this.deps)
    if (this.model.winners.length === before) return
    this.count('a contest has its winner')
    const months = this.model.winners.map(({ year, month }) => `${year}-${month}`)
    if (new Set(months).size < months.length) this.count('two winners of a month')
    // What comes later is later, so that it never counts for the winner.
    this.stage.t.clock.advance(1)
  }
}
