import { expect } from 'vitest'
import { contestChange, newContest } from '#contract/contests.schema.ts'
import { newPointsConfiguration } from '#contract/points.schema.ts'
import { newShare, shareReview } from '#contract/shares.schema.ts'
import { addDays, asDay } from '#domain/days.ts'
import {
  asId,
  type ContestId,
  type InteractionId,
  type PointsRuleId,
  type PostId,
  type ShareId,
} from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import {
  closeEndedContests,
  createContest,
  deleteContest,
  updateContest,
} from '#server/features/contests/commands.ts'
import { reportInteraction, undoInteraction } from '#server/features/interactions/commands.ts'
import {
  createConfiguration,
  deleteConfiguration,
  updateConfiguration,
} from '#server/features/points/commands.ts'
import { reviewShare, submitShare } from '#server/features/shares/commands.ts'
import type { TestApp, TestMember } from '#test/support/app.ts'
import { GameModel, type Outcome } from './game-model.ts'
import { type RuleWish, type Step, usedPlatforms } from './game-steps.ts'

const dayMs = 86_400_000

/** What the stories of one run have in common. */
export interface Stage {
  readonly t: TestApp
  readonly members: readonly TestMember[]
  readonly admin: TestMember
  readonly posts: readonly PostId[]
  /** How often each outcome was met. */
  readonly seen: Map<string, number>
}

const findLive = statement<{ id: InteractionId }>(
  'test_find_live',
  'select id from interactions where user_id = $1 and post_id = $2 and type = $3 and undone_at is null',
)
const findShareOf = statement<{ id: ShareId }>(
  'test_find_share_of',
  'select id from shares where interaction_id = $1',
)

/** One story as it is told: the product and the model are given the same steps. */
export class GameStory {
  readonly model: GameModel
  readonly deps: Deps
  readonly #stage: Stage
  /** Where the model's lists are in the database, by the same index. */
  readonly #ids = {
    reports: [] as InteractionId[],
    rules: [] as PointsRuleId[],
    shares: [] as ShareId[],
    contests: [] as ContestId[],
  }

  constructor(stage: Stage, timeZone: string) {
    this.#stage = stage
    this.deps = { ...stage.t.deps, config: { ...stage.t.deps.config, timeZone } }
    this.model = new GameModel({
      timeZone,
      platforms: stage.posts.map((_, nth) => platformOf(nth)),
      memberIds: stage.members.map(({ id }) => id),
    })
  }

  contestId(nth: number): ContestId {
    return this.#ids.contests[nth] ?? asId('')
  }

  async take(each: Step): Promise<void> {
    const { clock } = this.#stage.t
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
      case 'review a share':
        return this.#review(each)
      case 'save a contest':
        return this.#saveContest(each)
      case 'delete a contest':
        return this.#deleteContest(each.nth)
      case 'close':
        return this.#close()
    }
  }

  async addRule(wish: RuleWish): Promise<void> {
    const { type: actionType, value: pointValue, ...rest } = wish
    const wanted = newPointsConfiguration.parse({ actionType, pointValue, ...rest })
    const { id } = await createConfiguration(this.deps, this.#acting, wanted)
    this.#ids.rules.push(id)
    this.model.rules.push({ ...wish, createdAtMs: this.#nowMs, isActive: true, isDeleted: false })
  }

  get #nowMs(): number {
    return this.#stage.t.clock.now().getTime()
  }

  get #acting() {
    return { member: this.#stage.admin, ip: '127.0.0.1' }
  }

  #member(nth: number): TestMember {
    const member = this.#stage.members[nth % this.#stage.members.length]
    if (!member) throw new Error(`no member ${nth}`)
    return member
  }

  async #report({
    member,
    post,
    type,
  }: {
    member: number
    post: number
    type: 'like' | 'comment' | 'share'
  }) {
    const { model, deps } = this
    const streakBefore = model.streak(member)
    const badgesBefore = model.badges(member).map(({ code }) => code)
    const expected = model.report(member, post, { type, atMs: this.#nowMs })
    const report = { postId: this.#stage.posts[post] ?? newId<'post'>(), interactionType: type }
    let points: number | undefined
    const outcome = await outcomeOf(async () => {
      points = (await reportInteraction(deps, this.#member(member), report)).points
    })
    expect(outcome, 'outcome of the report').toBe(expected)
    this.#count(`report: ${outcome}`)
    if (outcome !== 'done') return
    const made = model.reports.at(-1)
    expect(points, 'points of the report').toBe(made?.points)
    if (model.streak(member).current >= 3) this.#count('streak of three days')
    if (made && made.day < (streakBefore.lastDay ?? '')) this.#count('report behind the last day')
    for (const { code } of model.badges(member))
      if (!badgesBefore.includes(code)) this.#count(`unlocked ${code}`)
    const [row] = await deps.db.run(findLive, [this.#member(member).id, report.postId, type])
    this.#ids.reports.push(row?.id ?? asId(''))
    if (type !== 'share') return
    const [share] = await deps.db.run(findShareOf, [row?.id ?? ''])
    this.#ids.shares.push(share?.id ?? asId(''))
  }

  async #reportMany({ member, type, count }: Step & { do: 'report many' }): Promise<void> {
    const isFree = (post: number) =>
      !this.model.reports.some(
        (one) => one.member === member && one.post === post && one.type === type && one.undoneAtMs === null,
      )
    const free = this.#stage.posts.map((_, post) => post).filter(isFree)
    for (const post of free.slice(0, count)) await this.#report({ member, post, type })
  }

  async #reportDaily({ member, days }: Step & { do: 'report daily' }): Promise<void> {
    for (let day = 0; day < days; day++) {
      if (day > 0) this.#stage.t.clock.advance(dayMs)
      await this.#reportMany({ do: 'report many', member, type: 'like', count: 1 })
    }
  }

  /** Brings a member to 500 points among others who have some, and takes the last report back. */
  async #leadAndLose(member: number): Promise<void> {
    const others = this.#stage.members.map((_, nth) => nth).filter((nth) => nth !== member)
    for (const other of others)
      await this.#reportMany({ do: 'report many', member: other, type: 'like', count: 1 })
    for (let nth = 0; nth < this.#stage.posts.length && this.model.totals(member).points < 500; nth++) {
      await this.#reportMany({ do: 'report many', member, type: 'share', count: 1 })
    }
    await this.#undo({ do: 'undo', back: 0, asOwner: true })
  }

  async #reportForAnother({ member, post }: Step & { do: 'report for another' }): Promise<void> {
    const userId = this.#member(member + 1).id
    const report = {
      postId: this.#stage.posts[post] ?? newId<'post'>(),
      interactionType: 'like',
      userId,
    } as const
    const outcome = await outcomeOf(() => reportInteraction(this.deps, this.#member(member), report))
    expect(outcome).toBe('not-allowed')
    this.#count(`report for another: ${outcome}`)
  }

  async #undo({ back, asOwner }: Step & { do: 'undo' }): Promise<void> {
    const report = this.model.reports.at(-1 - back)
    const id = this.#ids.reports.at(-1 - back)
    if (!report || id === undefined) {
      const outcome = await outcomeOf(() => undoInteraction(this.deps, this.#member(0), newId()))
      return expect(outcome).toBe('unknown')
    }
    const member = (report.member + (asOwner ? 0 : 1)) % this.#stage.members.length
    const badgesBefore = this.model.badges(member)
    const expected = this.model.undo(member, report, this.#nowMs)
    const outcome = await outcomeOf(() => undoInteraction(this.deps, this.#member(member), id))
    expect(outcome, 'outcome of the undo').toBe(expected)
    this.#count(`undo: ${outcome}`)
    if (outcome === 'done' && this.model.dayAt(this.#nowMs) !== report.day) this.#count('undo on another day')
    const kept = this.model.badges(member).map(({ code }) => code)
    for (const { code } of badgesBefore) if (!kept.includes(code)) this.#count(`took back ${code}`)
  }

  // A clock that goes back behind the end of a contest that has its winner would make the past change.
  #moveClock(ms: number): void {
    const day = this.model.dayAt(this.#nowMs + ms)
    if (ms < 0 && this.model.winners.some(({ endDate }) => day <= endDate)) return
    this.#stage.t.clock.advance(ms)
  }

  async #changeRule({ nth, change }: Step & { do: 'change a rule' }): Promise<void> {
    const rule = this.model.rules[nth]
    const id = this.#ids.rules[nth]
    if (!rule || id === undefined || rule.isDeleted) return
    if (change === 'delete') {
      rule.isDeleted = true
      return deleteConfiguration(this.deps, this.#acting, id)
    }
    if (change === 'switch') rule.isActive = !rule.isActive
    else rule.value = change
    const wanted = { isActive: rule.isActive, pointValue: rule.value }
    await updateConfiguration(this.deps, this.#acting, { id, change: wanted })
  }

  async #submit({ member, platform, message }: Step & { do: 'submit a share' }): Promise<void> {
    const wanted = newShare.parse({ platform, customMessage: message })
    const { id } = await submitShare(this.deps, this.#member(member), wanted)
    this.#ids.shares.push(id)
    this.model.submit(member, { platform, message })
  }

  async #review({ do: _, back, ...changes }: Step & { do: 'review a share' }): Promise<void> {
    const share = this.model.shares.at(-1 - back)
    const id = this.#ids.shares.at(-1 - back)
    if (!share || id === undefined) return
    const review = shareReview.parse(changes)
    const outcome = await outcomeOf(() => reviewShare(this.deps, this.#acting, { id, review }))
    expect(outcome, 'outcome of the review').toBe(share.isGone ? 'unknown' : 'done')
    this.#count(`review: ${outcome}`)
    if (share.isGone) return
    const { points } = share
    this.model.review(share, changes, this.#nowMs)
    if (share.points !== points) this.#count('review that changes the points')
  }

  async #saveContest({ nth, from, days, isActive }: Step & { do: 'save a contest' }): Promise<void> {
    const known = this.model.contests[nth] ?? null
    const startDate = addDays(asDay(this.model.dayAt(this.#nowMs)), from)
    const wanted = { startDate, endDate: addDays(startDate, days), isActive }
    const expected = this.model.saveContest(wanted, known)
    const id = this.#ids.contests[nth]
    const outcome = await outcomeOf(async () => {
      if (known && id !== undefined) {
        await updateContest(this.deps, this.#acting, { id, change: contestChange.parse(wanted) })
      } else {
        const body = newContest.parse({ ...wanted, title: 'Contest' })
        this.#ids.contests.push((await createContest(this.deps, this.#acting, body)).id)
      }
    })
    expect(outcome, 'outcome of saving a contest').toBe(expected)
    this.#count(`${known ? 'move' : 'create'} a contest: ${outcome}`)
  }

  async #deleteContest(nth: number): Promise<void> {
    const contest = this.model.contests[nth]
    const id = this.#ids.contests[nth]
    if (!contest || id === undefined) return
    const expected = contest.isDeleted ? 'unknown' : 'done'
    contest.isDeleted = true
    expect(await outcomeOf(() => deleteContest(this.deps, this.#acting, id))).toBe(expected)
    this.#count(`delete a contest: ${expected}`)
  }

  async #close(): Promise<void> {
    const before = this.model.winners.length
    this.model.close(this.#nowMs)
    await closeEndedContests(this.deps)
    if (this.model.winners.length > before) this.#count('a month has its winner')
  }

  #count(what: string): void {
    const { seen } = this.#stage
    seen.set(what, (seen.get(what) ?? 0) + 1)
  }
}

export function platformOf(nth: number) {
  return usedPlatforms[nth % usedPlatforms.length] ?? 'linkedin'
}

async function outcomeOf(work: () => Promise<unknown>): Promise<Outcome> {
  try {
    await work()
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.code as Outcome
    throw error
  }
}
