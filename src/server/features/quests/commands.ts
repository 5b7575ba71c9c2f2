import type { Quest, QuestFields } from '#contract/quests.ts'
import { tablePageSize } from '#contract/tables.ts'
import { asDay, type Day, dayOf } from '#domain/days.ts'
import type { QuestId, UserId } from '#domain/ids.ts'
import { canBeDone, hasReached, longestQuestDays, questState, questVerdict } from '#domain/quests.ts'
import { type Acting, recordAct } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, assertSeen, invalidField } from '#server/errors.ts'
import { offsetOf, tableTotalOf } from '#server/http/cursor.ts'
import { insertPlatformUpdate } from '../activities/store.ts'
import { foldFigures } from '../analytics/store.ts'
import { notifyChat } from '../notifications/commands.ts'
import * as store from './store.ts'

/** A quest with how far the team is; the same for all members. */
export type CountedQuest = Omit<Quest, 'ownPart'>

/** The quests that members see, with all that was committed before the call. What has reached its goal is done then. */
export async function readShownQuests(deps: Deps): Promise<readonly CountedQuest[]> {
  const today = todayOf(deps)
  const read = () => store.listShownQuests(deps.db, { today })
  return counted(deps, await read(), read)
}

/** A page of all quests, as a member sees them. */
export async function readQuestPage(deps: Deps, userId: UserId, page: number) {
  const { db } = deps
  const paging = { limit: tablePageSize, offset: offsetOf(page, tablePageSize) }
  const read = () => store.listQuestPage(db, paging)
  const [rows, { total }] = await Promise.all([read(), store.countQuests.one(db, {})])
  const quests = await counted(deps, rows, read)
  return { data: await withOwnPart(db, userId, quests), ...tableTotalOf(total) }
}

/** How much members have done for quests, by member and quest. */
export async function readOwnParts(
  db: Db | Tx,
  userIds: readonly UserId[],
  quests: readonly CountedQuest[],
): Promise<Map<UserId, ReadonlyMap<QuestId, number>>> {
  const questIds = quests.map(({ id }) => id)
  const rows = questIds.length > 0 ? await store.countOwnParts(db, { userIds, questIds }) : []
  const ofMember = Map.groupBy(rows, ({ userId }) => userId)
  return new Map(
    userIds.map((userId) => {
      const own = ofMember.get(userId) ?? []
      return [userId, new Map(own.map(({ questId, reports }) => [questId, reports]))]
    }),
  )
}

export async function createQuest(deps: Deps, acting: Acting, wanted: QuestFields): Promise<Quest> {
  const { db, clock } = deps
  const id = newId<'quest'>()
  const after = termsOf(wanted)
  await db.transaction(async (tx) => {
    await store.insertQuest(tx, { id, ...after, now: clock.now(), by: acting.member.id })
    tx.announce({ topics: ['quests'] })
    await recordAct(deps, tx, acting, { action: 'quest.create', subject: id, details: { after } })
  })
  return readQuest(deps, acting.member.id, id)
}

type QuestChange = Partial<QuestFields> & { readonly seen?: Partial<QuestFields> | undefined }

/** Changes what is given of a quest. Writes nothing if nothing changes. */
export async function updateQuest(
  deps: Deps,
  acting: Acting,
  id: QuestId,
  { seen, ...change }: QuestChange,
): Promise<Quest> {
  await deps.db.transaction(async (tx) => {
    const { id: _, doneAt: __, ...before } = await lockedQuest(tx, id)
    assertSeen(seen, before)
    const after = termsOf({ ...before, ...change })
    const isSame = (Object.keys(after) as (keyof typeof after)[]).every(
      (field) => after[field] === before[field],
    )
    if (isSame) return
    await store.updateQuestTerms(tx, { id, ...after })
    tx.announce({ topics: ['quests'] })
    await recordAct(deps, tx, acting, { action: 'quest.update', subject: id, details: { before, after } })
  })
  return readQuest(deps, acting.member.id, id)
}

/** Deletes a quest. Reports and points stay, and so does what was told when it was done. */
export async function deleteQuest(deps: Deps, acting: Acting, id: QuestId): Promise<void> {
  await deps.db.transaction(async (tx) => {
    const { id: _, doneAt: __, ...before } = await lockedQuest(tx, id)
    await store.updateQuestDeleted(tx, { id, now: deps.clock.now() })
    tx.announce({ topics: ['quests'] })
    await recordAct(deps, tx, acting, { action: 'quest.delete', subject: id, details: { before } })
  })
}

/** Notices the quests whose goal was reached while nobody looked. */
export async function completeQuests(deps: Deps): Promise<void> {
  const open = await store.listOpenQuests(deps.db, { today: todayOf(deps) })
  await counted(deps, open, async () => open)
}

async function readQuest(deps: Deps, userId: UserId, id: QuestId): Promise<Quest> {
  const read = () => store.findQuest(deps.db, { id })
  const [quest] = await withOwnPart(deps.db, userId, await counted(deps, await read(), read))
  if (!quest) throw unknownQuest()
  return quest
}

/** Counts how far quests are. Where one has reached its goal, that is noted, and they are read `again`. */
async function counted(
  deps: Deps,
  rows: readonly store.QuestRow[],
  again: () => Promise<readonly store.QuestRow[]>,
): Promise<readonly CountedQuest[]> {
  // Where there is no quest, nobody waits for a fold.
  if (rows.length === 0) return []
  await foldFigures.one(deps.db, {})
  const ids = rows.map(({ id }) => id)
  const figures = new Map((await store.listQuestFigures(deps.db, { ids })).map((row) => [row.id, row]))
  const today = todayOf(deps)
  const viewOf = (row: store.QuestRow) => viewed(row, figures.get(row.id), today)
  const reached = rows.filter(
    (row) => row.doneAt === null && canBeDone(row, today) && hasReached(viewOf(row)),
  )
  for (const row of reached) await complete(deps, row, viewOf(row).goal)
  const present = reached.length > 0 ? await again() : rows
  return present.filter(({ id }) => figures.has(id)).map(viewOf)
}

function viewed(
  { goal, doneAt, ...row }: store.QuestRow,
  figures: { readonly reports: number; readonly members: number; readonly goal: number } | undefined,
  today: Day,
): CountedQuest {
  const { reports = 0, members = 0 } = figures ?? {}
  const isOfMembers = row.actionType === 'everybody_once'
  return {
    ...row,
    goal: figures?.goal ?? goal ?? 0,
    isForEverybody: goal === null,
    progress: isOfMembers ? members : reports,
    participants: isOfMembers || row.actionType === 'any' ? members : null,
    state: questState(row, doneAt !== null, today),
    doneAt: doneAt?.toISOString() ?? null,
  }
}

/** Notes that a quest is done and tells everybody, once over all instances. */
async function complete(deps: Deps, row: store.QuestRow, goal: number): Promise<void> {
  const { id, actionType } = row
  const now = deps.clock.now()
  await deps.db.transaction(async (tx) => {
    const done = await store.updateQuestDone.first(tx, { ...row, now })
    if (!done) return
    const { title } = done
    const description = `The team completed the quest “${title}”`
    await insertPlatformUpdate(tx, { id: newId(), subjectId: id, description, createdAt: now })
    await notifyChat(deps, tx, {
      key: `quest_done ${id}`,
      notification: { kind: 'quest_done', title, actionType, goal },
    })
    tx.announce({
      topics: ['quests', 'activities'],
      messages: [{ type: 'QUEST_DONE', data: { questId: id, title } }],
    })
  })
}

async function withOwnPart(
  db: Db,
  userId: UserId,
  quests: readonly CountedQuest[],
): Promise<readonly Quest[]> {
  const own = (await readOwnParts(db, [userId], quests)).get(userId)
  return quests.map((quest) => ({ ...quest, ownPart: own?.get(quest.id) ?? 0 }))
}

async function lockedQuest(tx: Tx, id: QuestId): Promise<store.QuestRow> {
  const quest = await store.lockQuest.first(tx, { id })
  if (!quest) throw unknownQuest()
  return quest
}

/** What a quest would be. Throws a refusal that names the field if there can be no such quest. */
function termsOf({ title, goal, actionType, startDate, endDate }: QuestFields) {
  const terms = { title, goal, actionType, startDate: asDay(startDate), endDate: asDay(endDate) }
  const verdict = questVerdict(terms)
  if (verdict === 'no-goal') throw invalidField('goal', 'A goal is required')
  if (verdict === 'ends-early')
    throw invalidField('endDate', 'The end date must not be before the start date')
  if (verdict === 'too-long')
    throw invalidField('endDate', `A quest has at most ${longestQuestDays} days, both ends included`)
  return terms
}

function todayOf({ clock, config }: Deps): Day {
  return dayOf(clock.now(), config.timeZone)
}

function unknownQuest(): AppError {
  return new AppError('unknown', 'This quest was not found')
}
