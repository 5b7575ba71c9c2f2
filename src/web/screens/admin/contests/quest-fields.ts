import type { Quest, QuestFields } from '#contract/quests.ts'
import { addDays, type Day, mondayOf } from '#domain/days.ts'
import { type QuestAction, questActions } from '#domain/quests.ts'
import { shortDate } from '#web/ui/time-words.ts'

/** A quest as it stands in the fields of its form. Without a goal it is for everybody. */
export interface Fields extends Omit<QuestFields, 'goal'> {
  readonly goal: string
}

export const fieldNames: Readonly<Record<keyof Fields, string>> = {
  title: 'Title',
  actionType: 'What counts',
  goal: 'Goal',
  startDate: 'Start date',
  endDate: 'End date',
}

export const actionNames: Readonly<Record<QuestAction, string>> = {
  like: 'Likes',
  comment: 'Comments',
  share: 'Shares',
  any: 'Reports of any kind',
  everybody_once: 'Members with a report',
}

export const offeredActions: readonly QuestAction[] = questActions

/** What a new quest is filled in with: the week of a day, or nothing while that is not known. */
export function newQuestOf(today: Day | null): QuestFields {
  const monday = today && mondayOf(today)
  return {
    title: '',
    goal: null,
    actionType: 'any',
    startDate: monday ?? '',
    endDate: monday ? addDays(monday, 6) : '',
  }
}

/** What can be changed of a quest. */
export function describedOf({
  title,
  goal,
  isForEverybody,
  actionType,
  startDate,
  endDate,
}: Quest): QuestFields {
  return { title, goal: isForEverybody ? null : goal, actionType, startDate, endDate }
}

export function fieldsOf({ goal, ...quest }: QuestFields): Fields {
  return { ...quest, goal: goal === null ? '' : String(goal) }
}

/** The quest that the fields describe, for the contract to check. */
export function questIn({ goal, ...quest }: Fields) {
  const text = goal.trim().replaceAll(',', '')
  return { ...quest, goal: text === '' ? null : Number(text) }
}

/** A value as the list shows it, for a sentence about it. */
export function shownValue(value: unknown, field: keyof QuestFields): string {
  if (value === null) return 'Everybody'
  if (field === 'actionType') return actionNames[value as QuestAction]
  if (field === 'startDate' || field === 'endDate') return shortDate(String(value))
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value)
}
