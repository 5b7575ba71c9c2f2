import type { OwnStreak, StreakRulesAndHolidays } from '#contract/streaks.ts'
import { explainedDays } from '#contract/streaks.ts'
import { addDays, asDay, type Day, dayOf, startOfDay } from '#domain/days.ts'
import { asId, type UserId } from '#domain/ids.ts'
import {
  keptAliveBy,
  keptStreak,
  needsReport,
  repairableDay,
  stateOf,
  type ToldStreak,
} from '#domain/kept-streak.ts'
import {
  dayOff,
  daysCutShort,
  isPlainOn,
  mostDaysAhead,
  mostDaysBack,
  noOwnDays,
  type OwnDays,
  repairMs,
  reportsForRepair,
  rulesOn,
  type StreakCalendar,
  yearWithoutWork,
} from '#domain/streak-rules.ts'
import { standingStreakDays } from '#domain/streaks.ts'
import { type Acting, insertAuditEntry, recordAct } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/errors.ts'
import { takeBackAchievements, unlockAchievements } from '../ledger/commands.ts'
import { lockMember } from '../ledger/store.ts'
import * as store from './store.ts'

const membersAtATime = 500
const excusedDaysBack = 365
const reasonLimit = 280
/** So long an administrator waits for the streaks after new rules. A job goes on with the rest. */
const answerWithinMs = 1_500

type Keeper = Pick<Deps, 'clock' | 'config'>

/** The day that an instant is for a member. `timeZone` is null where it is that of the workspace. */
export function memberDay({ config }: Pick<Deps, 'config'>, at: Date, timeZone: string | null): Day {
  return dayOf(at, timeZone ?? config.timeZone)
}

/** A member's streak as it is now, with everything that it is made of. */
interface Counted extends ToldStreak {
  readonly row: store.StreakRow
}

function count(deps: Keeper, calendar: StreakCalendar, row: store.StreakRow): Counted {
  const today = memberDay(deps, deps.clock.now(), row.timeZone)
  const keeping = { calendar, own: new Map(row.own) }
  const reports = new Map(row.reports)
  return { row, keeping, reports, today, streak: keptStreak(reports, keeping, today) }
}

/** Whether a day needs no report of a member, who says whether they are away on it. */
export async function isDayOff(db: Db | Tx, day: Day, isAway: boolean): Promise<boolean> {
  const own: OwnDays = isAway ? new Map([[day, { kind: 'away', counts: false }]]) : noOwnDays
  return dayOff(await store.getStreakCalendar(db), own, day) !== null
}

/** What is stored of a streak. */
function storedStreak({
  row: { id, timeZone },
  keeping,
  reports,
  today,
  streak,
}: Counted): store.StoredStreak {
  const { lastDay, current, longest } = streak
  const isPlain = timeZone === null && isPlainOn(keeping.calendar.rules, today)
  const isSettled = !isPlain && reports.has(today) && !streak.mayEarn
  return {
    id,
    lastDay,
    current,
    longest,
    settledDay: isSettled ? today : null,
    endsAt: timeZone === null || lastDay === null ? null : startOfDay(addDays(lastDay, 2), timeZone),
    timeZone,
  }
}

async function readCounted(deps: Keeper, db: Db | Tx, id: UserId): Promise<Counted> {
  const [calendar, [row]] = await Promise.all([
    store.getStreakCalendar(db),
    store.listStreaks(db, { ids: [id] }),
  ])
  if (!row) throw new AppError('unknown', 'This member was not found')
  return count(deps, calendar, row)
}

/** The streak after one more report on a day of the member, whom the caller's transaction has locked. */
export async function countStreak(
  deps: Keeper,
  tx: Tx,
  userId: UserId,
  day: Day,
): Promise<store.StoredStreak> {
  const counted = await readCounted(deps, tx, userId)
  const reports = new Map(counted.reports).set(day, (counted.reports.get(day) ?? 0) + 1)
  return storedStreak({ ...counted, reports, streak: keptStreak(reports, counted.keeping, counted.today) })
}

/** Counts a member's streak anew and stores it. The caller's transaction has locked the member. */
export async function recountStreak(deps: Keeper, tx: Tx, userId: UserId): Promise<void> {
  await store.updateStreaks(tx, { streaks: [storedStreak(await readCounted(deps, tx, userId))] })
}

/** What the operator asks for. */
interface Excuse {
  readonly day: string
  readonly reason: string
}

/**
 * Excuses a past day on which the product was down, and recomputes the streaks: it breaks none and counts for none.
 * Returns how many changed; null if the day was excused before. Points and achievements stay as they are.
 */
export async function excuseDay(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  excuse: Excuse,
): Promise<number | null> {
  const { db, clock, config } = deps
  const now = clock.now()
  const day = pastDay(excuse.day, dayOf(now, config.timeZone))
  const reason = excuse.reason.trim()
  if (reason === '' || reason.length > reasonLimit || /\p{Cc}/u.test(reason))
    throw invalidField('reason', `The reason must be one line of 1 to ${reasonLimit} characters`)
  return db.transaction(async (tx) => {
    if (!(await store.insertExcusedDay.first(tx, { day, reason, now }))) return null
    const members: UserId[] = []
    let after = firstId
    for (;;) {
      const { changed, last } = await recountNext(deps, tx, after)
      members.push(...changed)
      if (last === null) break
      after = last
    }
    const details = { reason, members: members.length }
    const entry = { action: 'streaks.excuse', subject: day, details, ip: null, at: now }
    await insertAuditEntry(tx, { actorId: null, ...entry })
    if (members.length > 0) tx.announce({ topics: ['streaks', 'account'], members })
    return members.length
  })
}

function pastDay(text: string, today: Day): Day {
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
  if (!isDay || addDays(asDay(text), 0) !== text)
    throw invalidField('day', 'The day must be written as YYYY-MM-DD')
  const day = asDay(text)
  if (day >= today) throw invalidField('day', `The day must be over: today is ${today}`)
  const first = addDays(today, -excusedDaysBack)
  if (day < first) throw invalidField('day', `The day must be at most a year back: from ${first} on`)
  return day
}

const firstId = asId<'user'>('00000000-0000-0000-0000-000000000000')

/**
 * Counts the streaks of the next members anew, in the time zones that follow from the rules. Answers who changed, and the
 * last of them; null once there are no more. Writes of other points wait for a member only once it is locked.
 */
async function recountNext(deps: Keeper, tx: Tx, after: UserId) {
  const calendar = await store.getStreakCalendar(tx)
  const ids = (await store.lockStreaks(tx, { after, limit: membersAtATime })).map(({ id }) => id)
  const rows = ids.length > 0 ? await moveZones(deps, tx, calendar, await store.listStreaks(tx, { ids })) : []
  const streaks = rows.flatMap(({ before, after: row }) => {
    const streak = storedStreak(count(deps, calendar, row))
    // A day that was settled by rules that no longer hold is open again.
    const isOpened = before.settledDay !== null && streak.settledDay === null
    return isSame(before, streak) && !isOpened ? [] : [streak]
  })
  if (streaks.length > 0) await store.updateStreaks(tx, { streaks })
  const longest = new Map(rows.map(({ before }) => [before.id, before.longest]))
  for (const { id, longest: now } of streaks)
    if (now < (longest.get(id) ?? 0))
      await takeBackAchievements(tx, { userId: id, now: deps.clock.now(), lost: null })
  const last = ids.length < membersAtATime ? null : (ids.at(-1) ?? null)
  return { changed: streaks.map(({ id }) => id), last }
}

function isSame(before: store.StoredStreak, after: store.StoredStreak): boolean {
  return (
    before.lastDay === after.lastDay &&
    before.current === after.current &&
    before.longest === after.longest &&
    before.timeZone === after.timeZone &&
    before.endsAt?.getTime() === after.endsAt?.getTime()
  )
}

/** Gives members the time zone that they are to have. The days that this cuts short break no streak. */
async function moveZones(
  deps: Keeper,
  tx: Tx,
  calendar: StreakCalendar,
  rows: readonly store.StreakRow[],
): Promise<{ readonly before: store.StreakRow; readonly after: store.StreakRow }[]> {
  const now = deps.clock.now()
  const { mode } = rulesOn(calendar.rules, memberDay(deps, now, null))
  const moved = rows.map((before) => {
    const wanted = before.ownZone ?? (mode === 'working_days' ? before.chatZone : null)
    const timeZone = wanted === deps.config.timeZone ? null : wanted
    const cut = daysCutShort(memberDay(deps, now, before.timeZone), memberDay(deps, now, timeZone)).map(
      (day) => [day, { kind: 'zone', counts: true }] as const,
    )
    return { before, cut, after: { ...before, timeZone, own: [...cut, ...before.own] } }
  })
  const days = moved.flatMap(({ before, cut }) =>
    cut.map(([day, own]) => ({ userId: before.id, day, ...own })),
  )
  if (days.length > 0) await store.insertOwnDays(tx, { days })
  return moved
}

/** The rules in force, with the listed holidays. */
export async function readStreakRules(deps: Keeper, db: Db | Tx): Promise<StreakRulesAndHolidays> {
  const [{ rules }, listed] = await Promise.all([store.getStreakCalendar(db), store.listHolidays(db, {})])
  const { mode, workingDays, freezes } = rulesOn(rules, memberDay(deps, deps.clock.now(), null))
  return { mode, workingDays, freezes, holidays: listed.map(({ day }) => day) }
}

/** Changes the rules from today on, and the holidays. The streaks follow, those of large teams by a job. */
export async function changeStreakRules(
  deps: Deps,
  acting: Acting,
  change: Partial<StreakRulesAndHolidays>,
): Promise<StreakRulesAndHolidays> {
  const { db, clock, config } = deps
  const today = dayOf(clock.now(), config.timeZone)
  const { rules, isChanged } = await db.transaction(async (tx) => {
    await store.lockStreakRules(tx, {})
    const before = await readStreakRules(deps, tx)
    const { holidays, ...after } = { ...before, ...change }
    const year = yearWithoutWork(after.workingDays, holidays)
    if (year !== null)
      throw invalidField('holidays', `No working day of ${year} is left: take some holidays off the list`)
    if (JSON.stringify({ ...after, holidays }) === JSON.stringify(before))
      return { rules: before, isChanged: false }
    await store.putStreakRules(tx, { since: today, ...after })
    await store.putHolidays(tx, { days: holidays, today })
    await deps.jobs.enqueue(tx, 'streaks.recount', {})
    tx.announce({ topics: ['streakRules'] })
    const details = { before, after: { ...after, holidays } }
    await recordAct(deps, tx, acting, { action: 'streaks.update', subject: 'streaks', details })
    return { rules: { ...after, holidays }, isChanged: true }
  })
  if (isChanged) {
    const timeout = AbortSignal.timeout(answerWithinMs)
    await recountStreaks(deps, () => timeout.aborted)
  }
  return rules
}

/** Counts the streaks of all members anew, in portions. */
export async function recountStreaks(deps: Deps, isOver: () => boolean): Promise<void> {
  let after: UserId | null = firstId
  while (after !== null && !isOver()) {
    const from: UserId = after
    after = await deps.db.transaction(async (tx) => {
      const { changed, last } = await recountNext(deps, tx, from)
      if (changed.length > 0) tx.announce({ topics: ['streaks', 'account'], members: changed })
      return last
    })
  }
}

/** The member's own streak, and why it stands. */
export async function readOwnStreak(deps: Deps, userId: UserId): Promise<OwnStreak> {
  return ownStreakOf(deps, await readCounted(deps, deps.db, userId))
}

function ownStreakOf({ clock, config }: Keeper, counted: Counted): OwnStreak {
  const { row, keeping, streak, today } = counted
  const firstDay = addDays(today, 1 - explainedDays)
  const days = Array.from({ length: explainedDays }, (_, nth) => addDays(firstDay, nth))
  const isAway = ([day, { kind }]: store.StreakRow['own'][number]) =>
    kind === 'away' && day >= addDays(today, -mostDaysBack)
  const repair = repairOf({ config }, counted)
  return {
    timeZone: row.timeZone ?? config.timeZone,
    ownZone: row.ownZone,
    awayDays: row.own
      .filter(isAway)
      .map(([day]) => day)
      .sort(),
    freezes: streak.freezes,
    keptAliveBy: keptAliveBy(counted),
    todayNeeds: needsReport(counted) ? 'report' : null,
    current: standingStreakDays(streak, today),
    longest: streak.longest,
    today,
    days: days.map((day) => ({ day, state: stateOf(counted, day) })),
    repair: repair && clock.now() < repair.until ? { ...repair, until: repair.until.toISOString() } : null,
    rules: rulesOn(keeping.calendar.rules, today),
  }
}

function repairOf({ config }: Pick<Deps, 'config'>, counted: Counted) {
  const broken = repairableDay(counted)
  if (broken === null) return null
  const { row, reports, today } = counted
  const ended = startOfDay(today, row.timeZone ?? config.timeZone)
  const reportsLeft = Math.max(0, reportsForRepair - (reports.get(today) ?? 0))
  return { ...broken, reportsLeft, until: new Date(ended.getTime() + repairMs) }
}

/** What a member changes about the own days. */
interface OwnChange {
  readonly timeZone?: string | null | undefined
  readonly awayDays?: readonly Day[] | undefined
}

/** Changes the time zone and the away days of a member, and counts the streak anew. */
export async function changeOwnStreak(deps: Deps, userId: UserId, change: OwnChange): Promise<OwnStreak> {
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId })
    const { timeZone, awayDays } = change
    if (timeZone !== undefined) {
      await store.updateOwnZone(tx, { userId, ownZone: timeZone })
      await moveZone(deps, tx, userId)
    }
    if (awayDays !== undefined) await putAwayDays(deps, tx, userId, awayDays)
    await recountStreak(deps, tx, userId)
    await settleAchievements(deps, tx, userId)
    tx.announce({ topics: ['streaks', 'account'], members: [userId] })
  })
  return readOwnStreak(deps, userId)
}

/** Gives a member the time zone that follows from the own choice, the chat's profile and the rules. */
async function moveZone(deps: Keeper, tx: Tx, userId: UserId): Promise<void> {
  const calendar = await store.getStreakCalendar(tx)
  const moved = await moveZones(deps, tx, calendar, await store.listStreaks(tx, { ids: [userId] }))
  await store.updateStreaks(tx, {
    streaks: moved.map(({ after }) => storedStreak(count(deps, calendar, after))),
  })
}

async function putAwayDays(deps: Keeper, tx: Tx, userId: UserId, awayDays: readonly Day[]): Promise<void> {
  const { row, reports, today } = await readCounted(deps, tx, userId)
  const first = addDays(today, -mostDaysBack)
  const last = addDays(today, mostDaysAhead)
  const known = new Set(row.own.flatMap(([day, { kind }]) => (kind === 'away' ? [day] : [])))
  for (const [nth, day] of awayDays.entries()) {
    if (day < first && !known.has(day))
      throw invalidField(`awayDays.${nth}`, `You can go back at most ${mostDaysBack} days: to ${first}`)
    if (day > last) throw invalidField(`awayDays.${nth}`, `You can plan at most a year ahead: to ${last}`)
  }
  await store.deleteOwnDays(tx, { userId, kind: 'away', from: first, kept: awayDays })
  const isBehind = (day: Day) => day < today || reports.has(day)
  const days = awayDays.map((day) => ({ userId, day, kind: 'away' as const, counts: isBehind(day) }))
  await store.insertOwnDays(tx, { days })
}

/** Unlocks what a longer streak has reached, and takes back what a shorter one no longer has. */
async function settleAchievements(deps: Deps, tx: Tx, userId: UserId): Promise<void> {
  const now = deps.clock.now()
  await takeBackAchievements(tx, { userId, now, lost: null })
  await unlockAchievements(deps, tx, { userId, now })
}

/** Repairs the streak that broke yesterday. Refuses where there is none, and without enough reports since. */
export async function repairStreak(deps: Deps, userId: UserId): Promise<OwnStreak> {
  await deps.db.transaction(async (tx) => {
    await lockMember(tx, { userId })
    const counted = await readCounted(deps, tx, userId)
    const repair = repairOf(deps, counted)
    if (repair === null) throw new AppError('conflict', 'You have no streak that can be repaired today')
    if (deps.clock.now() >= repair.until)
      throw new AppError('conflict', 'A streak can be repaired within 24 hours, and these are over')
    const { reportsLeft, length, day } = repair
    if (reportsLeft > 0) {
      const reports = reportsLeft === 1 ? 'one more report' : `${reportsLeft} more reports`
      throw new AppError('conflict', `Make ${reports} today to repair your streak of ${inDays(length)}`)
    }
    await store.insertOwnDays(tx, { days: [{ userId, day, kind: 'repaired', counts: true }] })
    await recountStreak(deps, tx, userId)
    await settleAchievements(deps, tx, userId)
    tx.announce({ topics: ['streaks', 'account'], members: [userId] })
  })
  return readOwnStreak(deps, userId)
}

function inDays(count: number): string {
  return count === 1 ? 'one day' : `${count} days`
}

/** Takes over the time zone of the chat's profile, unless it has none. Answers whether it was another one. */
export async function keepChatZone(
  deps: Keeper,
  tx: Tx,
  { userId, chatZone }: { readonly userId: UserId; readonly chatZone: string | null },
): Promise<boolean> {
  if (chatZone === null || !(await store.updateChatZone.first(tx, { userId, chatZone }))) return false
  await moveZone(deps, tx, userId)
  tx.announce({ topics: ['streaks', 'account'], members: [userId] })
  return true
}
