import { addDays, type Day, dayOf, isTimeZone, mondayOf, startOfDay, weekdayOf } from '#domain/days.ts'
import {
  choicesWith,
  contestEndingDays,
  dangerHour,
  expiryOf,
  isRoundOf,
  lastPassedPlace,
  leastStreakDays,
  passesIn,
  recapHour,
} from '#domain/direct-messages.ts'
import { asId, type DirectMessageId, nilId, type UserId } from '#domain/ids.ts'
import { mostReminded, remindedMs, reminderAt, reminderHour, workEndOf } from '#domain/reminders.ts'
import { isWorkingDay } from '#domain/streak-rules.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { isAnyMediumSetUp, isDirectSetUp, mediaFor } from '../direct-messages/commands.ts'
import { deleteOld, findRecord, putRecord } from '../direct-messages/store.ts'
import { getStreakCalendar } from '../streaks/store.ts'
import * as store from './store.ts'

type Teller = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

const membersAtATime = 2_000
const firstId = asId<'user'>(nilId)
const daysKept = 30
const recapWeekday = 5
const passHoldsMs = 50 * 60_000

interface Page {
  readonly after: UserId
  readonly limit: number
  readonly ids: readonly DirectMessageId[]
  readonly now: Date
}

/** Tells all members, in portions. Answers whether it came to the end. */
async function tellAll(
  deps: Teller,
  isOver: () => boolean,
  tell: (tx: Tx, page: Page) => Promise<{ seen: number; told: number; last: UserId | null }>,
): Promise<boolean> {
  const { db, clock, jobs } = deps
  let after: UserId | null = firstId
  let hasNews = false
  while (after !== null && !isOver()) {
    const from: UserId = after
    const ids = Array.from({ length: 2 * membersAtATime }, () => newId<'directMessage'>())
    const page = { after: from, limit: membersAtATime, ids, now: clock.now() }
    const { seen, told, last } = await db.transaction((tx) => tell(tx, page))
    hasNews ||= told > 0
    after = seen < membersAtATime ? null : last
  }
  if (hasNews) await db.transaction((tx) => jobs.enqueue(tx, 'chat.direct', {}))
  return after === null
}

/**
 * Tells members in whose time zone it is time: in the morning, of posts on which they have reported nothing, spread over their
 * working hours; late in the afternoon, that their streak ends today; and on Friday, how their week was. Each zone has one
 * round a day, which begins again if it was broken off.
 */
export async function tellByZone(deps: Teller, isOver: () => boolean): Promise<void> {
  if (!isAnyMediumSetUp(deps.config)) return
  const { db, clock, config } = deps
  const zones = (await store.listZones(db, {})).map(({ zone }) => zone)
  for (const zone of zones) {
    const now = clock.now()
    const timeZone = zone || config.timeZone
    if (!isTimeZone(timeZone)) continue
    const round = { zone, timeZone, today: dayOf(now, timeZone) }
    if (isRoundOf(reminderHour, now, timeZone))
      await tellOnce(deps, `post_reminder ${zone}`, round, () => tellReminders(deps, isOver, round))
    if (isRoundOf(dangerHour, now, timeZone))
      await tellOnce(deps, `streak_danger ${zone}`, round, () => tellDangers(deps, isOver, round))
    if (weekdayOf(round.today) === recapWeekday && isRoundOf(recapHour, now, timeZone))
      await tellOnce(deps, `week_recap ${zone}`, round, () => tellRecaps(deps, isOver, round))
  }
}

interface Round {
  /** Empty for that of the workspace. */
  readonly zone: string
  readonly timeZone: string
  readonly today: Day
}

async function tellOnce(
  { db }: Teller,
  name: string,
  { today }: Round,
  tell: () => Promise<boolean>,
): Promise<void> {
  const rounds = await findRecord(db, 'direct_rounds')
  if (rounds?.[name] === today || !(await tell())) return
  await db.transaction(async (tx) => {
    const kept = Object.entries((await findRecord(tx, 'direct_rounds')) ?? {}).filter(
      ([, day]) => day >= addDays(today, -daysKept),
    )
    await putRecord(tx, 'direct_rounds', { ...Object.fromEntries(kept), [name]: today })
  })
}

function tellDangers(
  deps: Teller,
  isOver: () => boolean,
  { zone, timeZone, today }: Round,
): Promise<boolean> {
  const sharedZone = deps.config.timeZone
  const sharedToday = dayOf(deps.clock.now(), sharedZone)
  return tellAll(deps, isOver, (tx, page) =>
    store.insertDangers.one(tx, {
      ...page,
      zone,
      ...mediaFor(deps.config, 'streak_danger'),
      leastDays: leastStreakDays,
      sharedYesterday: addDays(sharedToday, -1),
      ownYesterday: addDays(today, -1),
      sharedEnd: startOfDay(addDays(sharedToday, 1), sharedZone),
      ownEnd: startOfDay(addDays(today, 1), timeZone),
    }),
  )
}

/** The reminders are stored in the morning, each to be sent at its own minute. */
async function tellReminders(deps: Teller, isOver: () => boolean, round: Round): Promise<boolean> {
  const { db, clock, config } = deps
  const { zone, timeZone, today } = round
  if (!isDirectSetUp(config)) return true
  const now = clock.now()
  if (!isWorkingDay(await getStreakCalendar(db), today)) return true
  const since = new Date(now.getTime() - remindedMs)
  const postIds = (await store.listNewPosts(db, { since, now, limit: mostReminded })).map(({ id }) => id)
  if (postIds.length === 0) return true
  const endsAt = workEndOf(now, timeZone)
  return tellAll(deps, isOver, async (tx, { after, limit }) => {
    const asked = {
      zone,
      after,
      limit,
      chatTeam: config.slackTeamId,
      choices: choicesWith('post_reminder'),
      today,
      postIds,
    }
    const { seen, last, remindable } = await store.listRemindable.one(tx, asked)
    const reminders = remindable.flatMap(({ userId, postId, from, to }) => {
      const at = reminderAt({ postId, userId, now, timeZone, quiet: { from, to } })
      return at === null ? [] : [{ id: newId<'directMessage'>(), userId, postId, at }]
    })
    if (reminders.length > 0) await store.insertReminders(tx, { reminders, now, endsAt })
    return { seen, last, told: 0 }
  })
}

function tellRecaps(deps: Teller, isOver: () => boolean, { zone, timeZone, today }: Round): Promise<boolean> {
  const monday = mondayOf(today)
  const now = deps.clock.now()
  return tellAll(deps, isOver, (tx, page) =>
    store.insertRecaps.one(tx, {
      ...page,
      zone,
      ...mediaFor(deps.config, 'week_recap'),
      monday,
      sinceAt: startOfDay(addDays(monday, -2), timeZone),
      since: 'week',
      markDay: mondayOf(dayOf(now, deps.config.timeZone)),
      endsAt: expiryOf('week_recap', { now, timeZone }),
    }),
  )
}

/** Once a day: reminds of contests that end soon, and deletes old messages. */
export async function tellDaily(deps: Teller, isOver: () => boolean): Promise<void> {
  const { db, clock, config } = deps
  const now = clock.now()
  const before = new Date(now.getTime() - daysKept * 24 * 3_600_000)
  const limit = membersAtATime
  while (!isOver() && (await deleteOld(db, { before, limit })).length === limit);
  if (!isAnyMediumSetUp(deps.config)) return
  const today = dayOf(now, config.timeZone)
  for (const contest of await store.listEndingContests(db, { today, days: contestEndingDays })) {
    const { id, title, prize, endDate } = contest
    const endsAt = expiryOf('contest_ending', { now, timeZone: config.timeZone, lastDay: endDate })
    const key = `contest_ending ${id} ${endDate}`
    const media = mediaFor(config, 'contest_ending')
    await tellAll(deps, isOver, (tx, page) =>
      store.insertContestEndings.one(tx, {
        ...page,
        ...media,
        key,
        endsAt,
        facts: { title, prize, endDate },
      }),
    )
  }
}

/**
 * Tells members who passed them on the board since the day began. A pass is told once two runs, an hour apart, have seen it,
 * so that a report that is undone passes nobody.
 */
export async function tellPasses(deps: Teller): Promise<void> {
  const { db, clock, config, jobs } = deps
  if (!isAnyMediumSetUp(deps.config)) return
  const now = clock.now()
  const day = dayOf(now, config.timeZone)
  const seen = await findRecord(db, 'direct_places')
  const earlier = seen?.day === day ? seen : null
  if (earlier && now.getTime() - Date.parse(earlier.at) < passHoldsMs) return
  const changes = await store.listPlaceChanges(db, { since: 'day', markDay: day, lastPlace: lastPassedPlace })
  const passes = passesIn(changes, new Map(earlier?.places)).map(({ id: userId, by, place }) => ({
    id: newId<'directMessage'>(),
    mailId: newId<'directMessage'>(),
    userId,
    by,
    place,
    day,
  }))
  await db.transaction(async (tx) => {
    const places = changes.flatMap(({ id, place }) => (place === null ? [] : [[id, place] as const]))
    await putRecord(tx, 'direct_places', { at: now.toISOString(), day, places })
    if (passes.length === 0) return
    const told = await store.insertPasses(tx, {
      passes,
      now,
      expiresAt: expiryOf('passed_by', { now, timeZone: config.timeZone }),
      ...mediaFor(config, 'passed_by'),
    })
    if (told.length > 0) await jobs.enqueue(tx, 'chat.direct', {})
  })
}
