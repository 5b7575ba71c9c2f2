import { expect } from 'vitest'
import { shareReview } from '#contract/shares.schema.ts'
import { newId } from '#server/db/new-id.ts'
import { createAppeal, decideAppeal } from '#server/features/appeals/commands.ts'
import { changeBoardSettings } from '#server/features/board-settings/commands.ts'
import { answerCheck, decideCheck } from '#server/features/checks/commands.ts'
import { changeHonesty } from '#server/features/honesty/commands.ts'
import { getHonesty } from '#server/features/honesty/store.ts'
import { takeBackReport } from '#server/features/interactions/commands.ts'
import { adjustPoints } from '#server/features/ledger/commands.ts'
import { reviewShare } from '#server/features/shares/commands.ts'
import { changeTeamOf, createTeam, listTeams } from '#server/features/teams/commands.ts'
import { changeStatus } from '#server/features/users/commands.ts'
import {
  isLive,
  isOpen,
  type ModelReport,
  type ModelShare,
  type Outcome,
  type Person,
} from './game-records.ts'
import type { Reviewer, ReviewStep } from './game-review-steps.ts'
import { type GameStage, lastBut, outcomeOf } from './game-stage.ts'
import { moderators } from './game-steps.ts'

/** The steps of reviewers and administrators, and the answers of members. */
export class ReviewStory {
  readonly #stage: GameStage

  constructor(stage: GameStage) {
    this.#stage = stage
  }

  take(step: ReviewStep): Promise<void> {
    switch (step.do) {
      case 'review a share':
        return this.#review(step)
      case 'take back':
        return this.#takeBack(step)
      case 'appeal':
        return this.#appeal(step)
      case 'decide an appeal':
        return this.#decideAppeal(step)
      case 'refuse and decide':
        return this.#refuseAndDecide(step)
      case 'correct points':
        return this.#correct(step)
      case 'limit':
        return this.#limit(step)
      case 'set checks':
        return this.#setChecks(step)
      case 'answer a check':
        return this.#answer(step)
      case 'decide a check':
        return this.#decideCheck(step)
      case 'disable or enable':
        return this.#disableOrEnable(step)
      case 'leave out or let in':
        return this.#leaveOutOrLetIn(step)
      case 'change the team':
        return this.#changeTeam(step)
      case 'leave moderators out':
        return this.#leaveModeratorsOut(step.isOut)
    }
  }

  async #review({
    do: _,
    back,
    by,
    reason,
    ...changes
  }: ReviewStep & { do: 'review a share' }): Promise<void> {
    const { model, ids, deps, nowMs } = this.#stage
    const found = lastBut(model.shares, back)
    const id = found && ids.shares[found.place]
    if (!found || !id) return
    const share = found.value
    const review = shareReview.parse({ ...changes, reason })
    const { person, acting } = this.#reviewer(by)
    const before = { ...share }
    await this.#compare(`review`, share.member, {
      expect: () => model.review(share, { by: person, changes, reason, atMs: nowMs }),
      act: () => reviewShare(deps, acting, { id, review }),
    })
    if (share.points !== before.points) this.#stage.count('review that changes the points')
    if (share.countedOn !== null && before.countedOn === null) this.#stage.count('share verified')
    if (before.status === 'completed' && share.status !== 'completed' && share.report === null)
      this.#stage.count(share.countedOn === model.dayAt(nowMs) ? 'share lost' : 'share lost on another day')
    if (share.report !== null && before.status !== share.status && share.status === 'rejected')
      this.#stage.count('share of a report rejected')
  }

  async #takeBack({ back, by }: ReviewStep & { do: 'take back' }): Promise<void> {
    const { model, ids, deps, nowMs } = this.#stage
    const { person, acting } = this.#reviewer(by)
    const found = lastBut(model.reports, back)
    const id = found && ids.reports[found.place]
    if (!found || !id) {
      const wanted = { id: newId<'interaction'>(), reason: 'Nothing to see' }
      return expect(await outcomeOf(() => takeBackReport(deps, acting, wanted))).toBe('unknown')
    }
    const report = found.value
    const outcome = await this.#compare('take back', report.member, {
      expect: () => model.takeBack(person, report, nowMs),
      act: () => takeBackReport(deps, acting, { id, reason: 'Nothing to see' }),
    })
    if (outcome !== 'done') return
    const isOver = model.winners.some(
      ({ contest, endDate }) => report.day >= contest.startDate && report.day <= endDate,
    )
    if (isOver) this.#stage.count('take back after the winner')
    if (nowMs - report.atMs > 300_000) this.#stage.count('take back after the undo window')
  }

  async #appeal({ of, back, asOwner }: ReviewStep & { do: 'appeal' }): Promise<void> {
    const { model, ids, deps, nowMs } = this.#stage
    const contested: readonly (ModelReport | ModelShare)[] =
      of === 'report'
        ? model.reports.filter(({ takenBack }) => takenBack !== null)
        : model.shares.filter(({ rejection }) => rejection !== null)
    const all: readonly (ModelReport | ModelShare)[] = of === 'report' ? model.reports : model.shares
    const found = lastBut(contested.length > 0 ? contested : all, back)
    if (!found) return
    const subject = found.value
    const id = (of === 'report' ? ids.reports : ids.shares)[all.indexOf(subject)]
    const member = (subject.member + (asOwner ? 0 : 1)) % this.#stage.stage.members.length
    if (id === undefined || model.disabled.has(member)) return
    const wanted = of === 'report' ? { interactionId: ids.reports[all.indexOf(subject)] } : {}
    const shareId = of === 'share' ? { shareId: ids.shares[all.indexOf(subject)] } : {}
    const text = 'I did it: look at the page'
    await this.#compare(`appeal for a ${of}`, member, {
      expect: () => model.appeal(member, subject, nowMs),
      act: async () => {
        const made = await createAppeal(deps, this.#stage.member(member).id, { ...wanted, ...shareId, text })
        ids.appeals.push(made.id)
      },
    })
  }

  async #decideAppeal({ back, by, decision }: ReviewStep & { do: 'decide an appeal' }): Promise<void> {
    const { model, ids, deps, nowMs } = this.#stage
    const { person, acting } = this.#reviewer(by)
    const found = lastBut(model.appeals, back)
    const id = found && ids.appeals[found.place]
    if (!found || !id) return
    const appeal = found.value
    const outcome = await this.#compare('decide an appeal', appeal.member, {
      expect: () => model.decideAppeal(appeal, { by: person, decision, atMs: nowMs }),
      act: () => decideAppeal(deps, acting, { id, decision, reason: 'We looked again' }),
    })
    if (outcome === 'done')
      this.#stage.count(`appeal for a ${'isGone' in appeal.subject ? 'share' : 'report'} ${decision}`)
    if (outcome === 'done' && person === appeal.against)
      this.#stage.count('appeal decided by the only reviewer')
  }

  /** A decision against a member, their appeal, and what becomes of it: chance alone seldom gets that far. */
  async #refuseAndDecide(step: ReviewStep & { do: 'refuse and decide' }): Promise<void> {
    const { of, back, by, decider, decision } = step
    if (of === 'report') await this.#takeBack({ do: 'take back', back, by })
    else await this.#review({ do: 'review a share', back, by, reason: 'No such page', status: 'rejected' })
    await this.#appeal({ do: 'appeal', of, back: 0, asOwner: true })
    await this.#decideAppeal({ do: 'decide an appeal', back: 0, by: decider, decision })
  }

  async #correct({ member, amount }: ReviewStep & { do: 'correct points' }): Promise<void> {
    const { model, deps, nowMs, acting } = this.#stage
    const userId = this.#stage.member(member).id
    const reason = 'A mistake of last week'
    if (model.totals(member).points < 0) this.#stage.count('correction of negative points')
    await this.#compare('correct points', member, {
      expect: () => model.correct(member, amount, nowMs),
      act: () => adjustPoints(deps, acting, { userId, amount, reason }),
    })
  }

  async #limit({ caps }: ReviewStep & { do: 'limit' }): Promise<void> {
    const { model, deps, acting } = this.#stage
    Object.assign(model.caps, caps)
    await changeHonesty(deps, acting, { ...(await getHonesty(deps.db)), dailyCaps: caps })
  }

  async #setChecks({ level }: ReviewStep & { do: 'set checks' }): Promise<void> {
    const { model, deps, acting } = this.#stage
    model.checkLevel = level
    await changeHonesty(deps, acting, { ...(await getHonesty(deps.db)), checks: level })
  }

  async #answer({ back, asOwner, answer, note }: ReviewStep & { do: 'answer a check' }): Promise<void> {
    const { model, ids, deps, nowMs } = this.#stage
    const found = lastBut(model.checks, back)
    const id = found && ids.checks[found.place]
    if (!found || !id) return
    const check = found.value
    const member = (check.report.member + (asOwner ? 0 : 1)) % this.#stage.stage.members.length
    if (model.disabled.has(member)) return
    const isLate = nowMs - check.report.atMs > 300_000
    const outcome = await this.#compare('answer a check', member, {
      expect: () => model.answer(check, { member, answer, note, atMs: nowMs }),
      act: () => answerCheck(deps, this.#stage.member(member).id, { id, answer, link: null, note }),
    })
    if (outcome !== 'done') return
    this.#stage.count(`answer: ${answer}`)
    if (answer === 'take_back' && isLate) this.#stage.count('answer that undoes after the window')
  }

  async #decideCheck({ back, by, decision }: ReviewStep & { do: 'decide a check' }): Promise<void> {
    const { model, ids, deps, nowMs } = this.#stage
    const { person, acting } = this.#reviewer(by)
    const found = lastBut(model.checks, back)
    const id = found && ids.checks[found.place]
    if (!found || !id) return
    const check = found.value
    const wasOpen = isOpen(check)
    const reason = decision === 'confirmed' ? null : 'There is no such comment'
    const outcome = await this.#compare('decide a check', check.report.member, {
      expect: () => model.decideCheck(check, { by: person, decision, atMs: nowMs }),
      act: () => decideCheck(deps, acting, { id, decision, reason }),
    })
    if (outcome !== 'done') return
    this.#stage.count(`${wasOpen ? 'overdue' : 'answered'} check ${decision}`)
    if (decision === 'taken_back') expect(isLive(check.report)).toBe(false)
  }

  async #disableOrEnable({ member }: ReviewStep & { do: 'disable or enable' }): Promise<void> {
    const { model, deps, acting } = this.#stage
    const { id: userId } = this.#stage.member(member)
    const isDisabled = !model.disabled.delete(member)
    if (isDisabled) model.disabled.add(member)
    await changeStatus(deps, acting, { userId, disabled: isDisabled })
    this.#stage.count(isDisabled ? 'member disabled' : 'member enabled')
  }

  async #leaveOutOrLetIn({ member }: ReviewStep & { do: 'leave out or let in' }): Promise<void> {
    const { model, deps, acting } = this.#stage
    const leftOut = !model.leftOut.delete(member)
    if (leftOut) model.leftOut.add(member)
    await changeStatus(deps, acting, { userId: this.#stage.member(member).id, leftOut })
    this.#stage.count(leftOut ? 'member left out' : 'member let in')
  }

  async #changeTeam({ member, team }: ReviewStep & { do: 'change the team' }): Promise<void> {
    const { model, deps, acting } = this.#stage
    const userId = this.#stage.member(member).id
    const known = (await listTeams(deps, false)).find(({ name }) => name === team)
    const made = team !== null && !known ? await createTeam(deps, acting, { name: team }) : null
    const before = model.teams.get(member) ?? null
    await changeTeamOf(deps, acting, userId, (known ?? made)?.id ?? null)
    if (team === null) model.teams.delete(member)
    else {
      model.teams.set(member, team)
      model.teamNames.add(team)
    }
    this.#stage.count(team === null ? 'member in no team' : before === null ? 'first team' : 'another team')
  }

  async #leaveModeratorsOut(isOut: boolean): Promise<void> {
    const { model, deps, acting } = this.#stage
    model.areModeratorsLeftOut = isOut
    await changeBoardSettings(deps, acting, { leaveOutRoles: isOut ? ['moderator'] : [] })
    this.#stage.count(isOut ? 'moderators left out' : 'moderators let in')
  }

  /** A moderator who is disabled reviews nothing; the administrator does it then. */
  #reviewer(by: Reviewer): { person: Person; acting: GameStage['acting'] | ModeratorActing } {
    const [moderator] = moderators
    const { disabled } = this.#stage.model
    if (by === 'admin' || moderator === undefined || disabled.has(moderator))
      return { person: 'admin', acting: this.#stage.acting }
    const { id } = this.#stage.member(moderator)
    return { person: moderator, acting: { member: { id, role: 'moderator' }, ip: '127.0.0.1' } }
  }

  async #compare(
    what: string,
    member: number,
    { expect: predict, act }: { expect: () => Outcome; act: () => Promise<unknown> },
  ): Promise<Outcome> {
    let outcome: Outcome = 'done'
    await this.#stage.countingBadges(member, async () => {
      const expected = predict()
      outcome = await outcomeOf(act)
      expect(outcome, `outcome of: ${what}`).toBe(expected)
    })
    this.#stage.count(`${what}: ${outcome}`)
    return outcome
  }
}

interface ModeratorActing {
  readonly member: { readonly id: GameStage['acting']['member']['id']; readonly role: 'moderator' }
  readonly ip: string
}
