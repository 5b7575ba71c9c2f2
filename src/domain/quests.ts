import { addDays, type Day, daysBetween } from './days.ts'
import { interactionTypes } from './vocabulary.ts'

/** What a quest counts: reports of one type, reports of any type, or members with a report. */
export const questActions = [...interactionTypes, 'any', 'everybody_once'] as const
export type QuestAction = (typeof questActions)[number]

export const questStates = ['ahead', 'running', 'done', 'over'] as const
export type QuestState = (typeof questStates)[number]

export const questTitleLimit = 100
export const mostQuestGoal = 1_000_000
/** The figures tell the different members of so many days. */
export const longestQuestDays = 190
/** For how many days after its end members see a quest. */
export const endedQuestDays = 30

/** What makes a quest. */
export interface QuestTerms {
  readonly actionType: QuestAction
  /** Null stands for all enabled members, whom only `everybody_once` counts. */
  readonly goal: number | null
  readonly startDate: Day
  readonly endDate: Day
}

export type QuestVerdict = 'ok' | 'no-goal' | 'ends-early' | 'too-long'

/** Whether there can be such a quest. */
export function questVerdict({ actionType, goal, startDate, endDate }: QuestTerms): QuestVerdict {
  if (goal === null && actionType !== 'everybody_once') return 'no-goal'
  const days = daysBetween(startDate, endDate) + 1
  if (days < 1) return 'ends-early'
  return days > longestQuestDays ? 'too-long' : 'ok'
}

type Span = Pick<QuestTerms, 'startDate' | 'endDate'>

/** Where a quest stands. One that is done stays done. */
export function questState({ startDate, endDate }: Span, isDone: boolean, today: Day): QuestState {
  if (isDone) return 'done'
  if (today < startDate) return 'ahead'
  return today > endDate ? 'over' : 'running'
}

/**
 * Whether a quest that is not done may become so. The day after its end belongs to it, because the last reports may be
 * noticed late.
 */
export function canBeDone({ startDate, endDate }: Span, today: Day): boolean {
  return startDate <= today && today <= addDays(endDate, 1)
}

/** Whether a team has done what a quest asks for. A team of nobody has done nothing. */
export function hasReached({
  progress,
  goal,
}: {
  readonly progress: number
  readonly goal: number
}): boolean {
  return progress > 0 && progress >= goal
}

const units: Readonly<Record<QuestAction, string>> = {
  like: 'like',
  comment: 'comment',
  share: 'share',
  any: 'report',
  everybody_once: 'member',
}

/** What so many of a quest's goal are: `comment` for one, `comments` for others. */
export function questUnit(actionType: QuestAction, count: number): string {
  return units[actionType] + (count === 1 ? '' : 's')
}
