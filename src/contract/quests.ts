import type { Day } from '#domain/days.ts'
import type { QuestId } from '#domain/ids.ts'
import type { QuestAction, QuestState } from '#domain/quests.ts'
import type { Data, ListOf } from './answers.ts'
import { endpoint, type NoContent } from './endpoint.ts'
import type { ChangeOf, TableTotal } from './tables.ts'

/** A common goal of the team for some days. */
export interface Quest {
  readonly id: QuestId
  readonly title: string
  /** So many reports, or so many members for `everybody_once`. */
  readonly goal: number
  /** Whether the goal is all enabled members, however many they are. */
  readonly isForEverybody: boolean
  readonly actionType: QuestAction
  /** Workspace days, both included. */
  readonly startDate: Day
  readonly endDate: Day
  /** The reports of all, or the members with a report. It may exceed the goal. */
  readonly progress: number
  /** How many members have a report that counts; null where the quest counts reports of one type. */
  readonly participants: number | null
  /** The caller's own reports that count. */
  readonly ownPart: number
  readonly state: QuestState
  /** When the goal was reached. It stays, whatever is undone later. */
  readonly doneAt: string | null
}

export interface QuestFields {
  /** On one line. */
  readonly title: string
  /** Null, as if it is omitted in a new one, for all enabled members; with `everybody_once` only. */
  readonly goal: number | null
  readonly actionType: QuestAction
  readonly startDate: string
  readonly endDate: string
}

/** How many quests members see at most. */
export const mostShownQuests = 100

interface QuestList extends ListOf<Quest>, TableTotal {}

/**
 * The quests that run, then those to come, then those that ended in the last 30 days. Administrators get all of them
 * with `all=true`, the latest start first, in pages of 25; then `total` says how many there are.
 */
export const listQuests = endpoint<{
  query: { readonly all: boolean; readonly page: number }
  answer: QuestList
}>('GET', '/api/quests')

/** Sets the team a goal. Reports that are there already count. */
export const createQuest = endpoint<{ body: QuestFields; answer: Data<Quest> }>('POST', '/api/quests')

/** Changes a quest; what is omitted stays as it is. One that is done stays done. */
export const updateQuest = endpoint<{
  params: { id: QuestId }
  body: ChangeOf<QuestFields>
  answer: Data<Quest>
}>('PUT', '/api/quests/:id')

/** Deletes a quest. Reports and points stay as they are. */
export const deleteQuest = endpoint<{ params: { id: QuestId }; answer: NoContent }>(
  'DELETE',
  '/api/quests/:id',
)
