import type { Quest } from '#contract/quests.ts'
import { type Day, daysBetween } from '#domain/days.ts'
import { type QuestAction, type QuestState, questUnit } from '#domain/quests.ts'

/** The wording of quests. */

export const stateNames: Readonly<Record<QuestState, string>> = {
  ahead: 'Upcoming',
  running: 'Running',
  done: 'Done',
  over: 'Over',
}

type Counted = Pick<Quest, 'progress' | 'goal' | 'actionType'>

/** `132 of 200 comments`. */
export function progressWords({ progress, goal, actionType }: Counted): string {
  const [done, wanted] = [progress.toLocaleString('en-US'), goal.toLocaleString('en-US')]
  return `${done} of ${wanted} ${questUnit(actionType, goal)}`
}

/** What fills the bar, from 0 to 1. */
export function progressShare({ progress, goal }: Pick<Quest, 'progress' | 'goal'>): number {
  return goal > 0 ? Math.min(1, progress / goal) : 0
}

/** How long it goes on, on a day of the quest: today counts as a full day. */
export function daysLeftWords({ endDate }: Pick<Quest, 'endDate'>, today: Day): string {
  const left = daysBetween(today, endDate) + 1
  return left <= 1 ? 'Last day' : `${left} days left`
}

const asks: Readonly<Record<QuestAction, string>> = {
  like: 'Your next like counts.',
  comment: 'Your next comment counts.',
  share: 'Your next share counts.',
  any: 'Your next report counts.',
  everybody_once: 'One report and you are in.',
}

/** The own part, and how many took part where that is known. */
export function partWords({ actionType, ownPart, participants }: Quest): string {
  const own = actionType === 'everybody_once' ? 'You are in.' : ownWords(ownPart)
  const first = ownPart === 0 ? asks[actionType] : own
  if (participants === null || actionType === 'everybody_once') return first
  return `${first} ${participants.toLocaleString('en-US')} ${questUnit('everybody_once', participants)} took part.`
}

function ownWords(ownPart: number): string {
  return ownPart === 1 ? '1 of them is yours.' : `${ownPart.toLocaleString('en-US')} of them are yours.`
}
