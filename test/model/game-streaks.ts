import { expect } from 'vitest'
import type { Weekday } from '#domain/board-windows.ts'
import { asDay } from '#domain/days.ts'
import {
  changeOwnStreak,
  changeStreakRules,
  readOwnStreak,
  repairStreak,
} from '#server/features/streaks/commands.ts'
import { type GameStage, outcomeOf } from './game-stage.ts'
import { shifted } from './streak-world.ts'

export type StreakStep =
  | {
      readonly do: 'choose streak rules'
      readonly mode: 'every_day' | 'working_days'
      readonly workingDays: readonly Weekday[]
      readonly freezes: boolean
      /** From today on. */
      readonly holidays: readonly number[]
    }
  | { readonly do: 'choose a zone'; readonly member: number; readonly zone: string }
  | { readonly do: 'be away'; readonly member: number; readonly days: readonly number[] }
  | { readonly do: 'repair'; readonly member: number }

export async function takeStreakStep(story: GameStage, step: StreakStep): Promise<void> {
  if (step.do === 'choose streak rules') return chooseRules(story, step)
  const { model, nowMs, deps } = story
  const member = step.member % story.stage.members.length
  if (model.disabled.has(member)) return
  const { id } = story.member(member)
  const today = model.streaks.today(member, nowMs)
  await story.countingBadges(member, async () => {
    if (step.do === 'choose a zone') {
      model.streaks.chooseZone(member, step.zone, nowMs)
      await changeOwnStreak(deps, id, { timeZone: step.zone })
      const moved = model.streaks.today(member, nowMs)
      if (moved !== today) story.count(`a zone with ${moved > today ? 'a later' : 'an earlier'} day`)
      model.settleStreak(member, nowMs)
    } else if (step.do === 'be away') {
      const days = step.days.map((day) => shifted(today, day))
      const reported = model.ownDays(member)
      const isFine = model.streaks.chooseAway(member, days, { today, reported })
      const awayDays = days.map(asDay)
      const outcome = await outcomeOf(() => changeOwnStreak(deps, id, { awayDays }))
      expect(outcome, 'outcome of being away').toBe(isFine ? 'done' : 'invalid')
      story.count(`be away: ${outcome}`)
      if (isFine) model.settleStreak(member, nowMs)
    } else {
      const isDone = model.streaks.repair(member, model.ownDays(member), nowMs)
      const outcome = await outcomeOf(() => repairStreak(deps, id))
      expect(outcome, 'outcome of a repair').toBe(isDone ? 'done' : 'conflict')
      story.count(`repair: ${outcome}`)
      if (isDone) model.settleStreak(member, nowMs)
    }
  })
}

async function chooseRules(
  story: GameStage,
  step: StreakStep & { do: 'choose streak rules' },
): Promise<void> {
  const { model, nowMs, stage } = story
  const { mode, workingDays, freezes } = step
  const today = model.dayAt(nowMs)
  const holidays = step.holidays.map((day) => shifted(today, day))
  const before = stage.members.map((_, nth) => model.streakOf(nth).longest)
  model.streaks.chooseRules(today, { mode, workingDays, freezes }, holidays)
  await changeStreakRules(story.deps, story.acting, {
    mode,
    workingDays,
    freezes,
    holidays: holidays.map(asDay).sort(),
  })
  story.count(`streaks need ${mode}`)
  for (const [nth, longest] of before.entries())
    if (model.streakOf(nth).longest < longest) model.loseStreak(nth, nowMs)
}

/** What each member is told of the own streak is what the model says. */
export async function compareStreaks(story: GameStage): Promise<void> {
  const { model, nowMs } = story
  if (model.streaks.rules.size === 0) return
  for (const [nth, { id }] of story.stage.members.entries()) {
    const { freezes, current, keptAliveBy, todayNeeds } = await readOwnStreak(story.deps, id)
    const wanted = model.streaks.told(nth, model.ownDays(nth), model.streaks.today(nth, nowMs))
    expect({ freezes, current, keptAliveBy, todayNeeds }, `streak of member ${nth}`).toEqual(wanted)
    if (wanted.keptAliveBy) story.count(`kept alive by ${wanted.keptAliveBy}`)
  }
}
