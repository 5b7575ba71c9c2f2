import { expect } from 'vitest'
import { addDays, asDay } from '#domain/days.ts'
import type { QuestAction } from '#domain/quests.ts'
import { createQuest, readOwnParts, readQuestPage, updateQuest } from '#server/features/quests/commands.ts'
import { dayBefore, type ModelQuest } from './game-records.ts'
import { type GameStage, outcomeOf } from './game-stage.ts'

export interface QuestStep {
  readonly do: 'set a quest'
  readonly nth: number
  readonly from: number
  readonly days: number
  readonly type: QuestAction
  readonly goal: number | null
}

/** Those with which each story begins. */
export const firstQuests: readonly QuestStep[] = [
  { do: 'set a quest', nth: 0, from: -3, days: 40, type: 'comment', goal: 3 },
  { do: 'set a quest', nth: 1, from: -60, days: 180, type: 'everybody_once', goal: null },
  { do: 'set a quest', nth: 2, from: 0, days: 6, type: 'any', goal: 40 },
]

/** Sets a goal, or changes one that is there. Both look at once how far it is. */
export async function setQuest(story: GameStage, { nth, from, days, type, goal }: QuestStep): Promise<void> {
  const { model, deps, acting, ids } = story
  const startDate = addDays(asDay(model.dayAt(story.nowMs)), from)
  const endDate = addDays(startDate, days)
  const known = model.quests[nth]
  const id = ids.quests[nth]
  const isPossible = days >= 0 && days < 190 && (goal !== null || type === 'everybody_once')
  const fields = { title: 'Quest', goal, actionType: type, startDate, endDate }
  const outcome = await outcomeOf(async () => {
    if (known && id !== undefined) await updateQuest(deps, acting, id, fields)
    else ids.quests.push((await createQuest(deps, acting, fields)).id)
  })
  expect(outcome, 'outcome of setting a quest').toBe(isPossible ? 'done' : 'invalid')
  story.count(`${known ? 'change' : 'set'} a quest: ${outcome}`)
  if (!isPossible) return
  const quest = known ?? { type, goal, startDate, endDate, isDone: false }
  if (known) Object.assign(known, { type, goal, startDate, endDate })
  else model.quests.push(quest)
  notice(story, quest)
}

/** How far quests are, for the team and for each member, is what the model counts in its own reports. */
export async function compareQuests(story: GameStage): Promise<void> {
  const { model, deps, stage, ids } = story
  if (model.quests.length === 0) return
  const { data } = await readQuestPage(deps, stage.admin.id, 1)
  for (const quest of model.quests) notice(story, quest)
  const memberIds = stage.members.map(({ id }) => id)
  const own = await readOwnParts(deps.db, memberIds, data)
  const kept = ids.quests.map((id) => {
    const quest = data.find((one) => one.id === id)
    return {
      progress: quest?.progress,
      participants: quest?.participants,
      goal: quest?.goal,
      isDone: quest?.doneAt !== null,
      ownParts: memberIds.map((member) => own.get(member)?.get(id) ?? 0),
    }
  })
  expect(kept).toEqual(model.quests.map((quest) => figuresOf(story, quest)))
}

/** Whoever looks at a quest that has reached its goal on its days, or on the day after, makes it done for good. */
function notice(story: GameStage, quest: ModelQuest): void {
  const { model, nowMs } = story
  const today = model.dayAt(nowMs)
  const { progress, goal } = figuresOf(story, quest)
  if (quest.isDone && progress < goal) story.count('a quest stays done')
  const mayBeDone = quest.startDate <= today && dayBefore(today) <= quest.endDate
  if (quest.isDone || !mayBeDone || progress === 0 || progress < goal) return
  quest.isDone = true
  story.count('a quest is done')
}

function figuresOf({ model, stage }: GameStage, { type, goal, startDate, endDate, isDone }: ModelQuest) {
  const members = stage.members.map((_, member) => member)
  const onDays = (member: number) =>
    model.live(member).filter(({ day }) => startDate <= day && day <= endDate)
  const isAny = type === 'any' || type === 'everybody_once'
  const ownParts = members.map((member) => onDays(member).filter((one) => isAny || one.type === type).length)
  const enabled = members.filter((member) => !model.disabled.has(member))
  const active = enabled.filter((member) => onDays(member).length > 0).length
  const reports = ownParts.reduce((sum, part) => sum + part, 0)
  return {
    progress: type === 'everybody_once' ? active : reports,
    participants: isAny ? active : null,
    // The administrator does not play, and is asked to report like everybody else.
    goal: goal ?? enabled.length + 1,
    isDone,
    ownParts,
  }
}
