import { z } from 'zod'
import { mostQuestGoal, questActions, questStates, questTitleLimit } from '#domain/quests.ts'
import {
  count,
  day,
  idOf,
  instant,
  oneOf,
  requiredText,
  wholeNumber,
  wholeNumberText,
} from './fields.schema.ts'
import * as contract from './quests.ts'
import { noContent, serve } from './served.schema.ts'
import { lastSeen, tableTotal } from './tables.schema.ts'

const quest = z
  .object({
    id: idOf<'quest'>(),
    title: z.string(),
    goal: count,
    isForEverybody: z.boolean(),
    actionType: z.enum(questActions),
    startDate: day,
    endDate: day,
    progress: count,
    participants: count.nullable(),
    ownPart: count,
    state: z.enum(questStates),
    doneAt: instant.nullable(),
  })
  .meta({ id: 'Quest' }) satisfies z.ZodType<contract.Quest>

const workspaceDay = (requiredMessage: string) => {
  const message = 'Must be a date such as 2026-03-01'
  return z.iso
    .date({
      error: ({ input }) => (input === undefined || input === '' ? requiredMessage : message),
      abort: true,
    })
    .regex(/^2[01]/, 'Must be in a year from 2000 to 2199')
}

const fields = {
  title: requiredText(questTitleLimit, 'Title is required').transform((title) => title.replace(/\s+/gu, ' ')),
  goal: wholeNumber({ from: 1, to: mostQuestGoal }).nullable(),
  actionType: oneOf(questActions, 'Kind'),
  startDate: workspaceDay('Start date is required'),
  endDate: workspaceDay('End date is required'),
}

/** A quest as its form checks what was written. */
export const newQuest = z
  .object({ ...fields, goal: fields.goal.default(null) })
  .meta({ id: 'NewQuest' }) satisfies z.ZodType<contract.QuestFields>

const answer = z.object({ data: quest })
const params = z.object({ id: idOf<'quest'>() })

export const listQuests = serve(contract.listQuests, {
  query: z.object({
    all: oneOf(['true', 'false'], 'All')
      .prefault('false')
      .transform((text) => text === 'true'),
    page: wholeNumberText({ from: 1, to: 100_000 }).prefault('1'),
  }),
  answer: z.object({ data: z.array(quest), ...tableTotal }),
})

export const createQuest = serve(contract.createQuest, { body: newQuest, answer })

export const updateQuest = serve(contract.updateQuest, {
  params,
  body: z.object({ ...fields, seen: lastSeen(fields) }).partial(),
  answer,
})

export const deleteQuest = serve(contract.deleteQuest, { params, answer: noContent })
