import type { NotificationSettings, OwnNotificationSettings } from '#contract/notifications.ts'
import { addDays, type Day, dayOf, isTimeZone, mondayOf, startOfDay, weekdayOf } from '#domain/days.ts'
import {
  choicesWith,
  contestEndingDays,
  type DirectFacts,
  type DirectKind,
  type DirectNews,
  dangerHour,
  directKinds,
  expiryOf,
  fewerThan,
  includesKind,
  isRoundOf,
  lastPassedPlace,
  leastStreakDays,
  ownDayOf,
  passesIn,
  planned,
  recapHour,
} from '#domain/direct-messages.ts'
import { asId, type DirectMessageId, nilId, type UserId } from '#domain/ids.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import * as store from './store.ts'

type Keeper = Pick<Deps, 'db' | 'clock' | 'config' | 'jobs'>

/** News for one member. */
type Telling = {
  [Kind in DirectKind]: {
    readonly userId: UserId
    readonly kind: Kind
    /** Identifies the event, which is told once. */
    readonly key: string
    readonly facts: DirectFacts[Kind]
  }
}[DirectKind]

/** Whether members can be written to. Unlike the team's notifications, this needs no channel. */
export function isDirectSetUp({ slackBotToken }: Pick<Config, 'slackBotToken'>): boolean {
  return slackBotToken !== null
}

/**
 * Queues a direct message in the transaction of its event. Nothing is stored without the chat, and for members who cannot
 * or do not want to get it.
 */
export async function tellMember(
  { config, clock, jobs }: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  tx: Tx,
  { userId, kind, key, facts }: Telling,
): Promise<void> {
  if (!isDirectSetUp(config)) return
  const now = clock.now()
  const isNew = await store.insertDirect.first(tx, {
    id: newId(),
    userId,
    kind,
    key,
    facts,
    now,
    expiresAt: expiryOf(kind, { now, timeZone: config.timeZone }),
    chatTeam: config.slackTeamId,
    choices: choicesWith(kind),
  })
  if (isNew) await jobs.enqueue(tx, 'chat.direct', {})
}

interface Waiting {
  readonly facts: DirectFacts['review_waits']
  /** Who cannot decide it. */
  readonly except: readonly UserId[]
}

/** Tells reviewers who want all messages what waits for them, unless they have a channel for that. */
export async function tellReviewers(
  deps: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  tx: Tx,
  { facts, except }: Waiting,
): Promise<void> {
  if (deps.config.slackReviewChannelId !== null || !isDirectSetUp(deps.config)) return
  for (const { id: userId } of await store.listReviewers(tx, { except }))
    await tellMember(deps, tx, {
      userId,
      kind: 'review_waits',
      key: `review_waits ${facts.id} ${userId}`,
      facts,
    })
}

/** A member's own settings. */
export async function readSettings(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  userId: UserId,
): Promise<OwnNotificationSettings> {
  const { timeZone, ...settings } = await store.getSettings.one(db, { userId })
  return { ...settings, isChatSetUp: isDirectSetUp(config), timeZone: timeZone ?? config.timeZone }
}

/** Changes a member's settings. What waits to be sent follows them. */
export async function changeSettings(
  deps: Keeper,
  userId: UserId,
  settings: NotificationSettings,
): Promise<OwnNotificationSettings> {
  await deps.db.transaction((tx) => putSettings(deps, tx, userId, settings))
  return readSettings(deps, userId)
}

async function putSettings(
  { clock, jobs }: Keeper,
  tx: Tx,
  userId: UserId,
  settings: NotificationSettings,
): Promise<void> {
  await store.putSettings(tx, { userId, ...settings })
  const kinds = directKinds.filter((kind) => includesKind(settings.direct, kind))
  await store.deleteUnwanted(tx, { userId, kinds })
  const due = await store.updateDueNow(tx, { userId, now: clock.now() })
  if (due.length > 0) await jobs.enqueue(tx, 'chat.direct', {})
}

const fewerWords = {
  off: 'You get no more direct messages. You can change that in your profile.',
  mine: 'From now on you only hear about what is yours: your shares, appeals, badges and your streak.',
  all: '',
} as const

/** Leaves a member with fewer direct messages: only their own news, then none. Answers with a sentence that says so. */
export async function fewerOf(deps: Keeper, userId: UserId): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const { timeZone: _, ...before } = await store.getSettings.one(tx, { userId })
    const direct = fewerThan(before.direct)
    await putSettings(deps, tx, userId, { ...before, direct })
    return fewerWords[direct]
  })
}

/** A message that is to be sent now, and to whom. */
export interface TakenMessage {
  readonly id: DirectMessageId
  readonly news: DirectNews
  readonly tries: number
  readonly expiresAt: Date
  readonly userId: UserId
  /** Slack's id of the member, and of the conversation with them once it was opened. */
  readonly chatUser: string
  readonly chatChannel: string | null
}

/**
 * Plans what waits for a member, and takes what is to be sent now; null if nothing is. The attempt is noted before it is
 * made, so that no day has more than its two messages, even if this process is killed.
 */
export function takeNext(deps: Keeper, userId: UserId): Promise<TakenMessage | null> {
  const { db, clock, config } = deps
  return db.transaction(async (tx) => {
    const now = clock.now()
    const waiting = await store.listWaiting(tx, { userId })
    const recipient = await store.findRecipient.first(tx, { userId, chatTeam: config.slackTeamId })
    if (!recipient || recipient.chatUser === null) {
      await giveUp(tx, waiting, 'not_reachable', now)
      return null
    }
    const { chatUser, chatChannel, quietFrom: from, quietTo: to } = recipient
    const timeZone = recipient.timeZone ?? config.timeZone
    const today = ownDayOf(now, timeZone)
    const days = await store.listTold(tx, { userId, from: today })
    const told = new Map(days.map(({ day, posts }) => [day, posts]))
    const plan = planned(waiting, { now, timeZone, quiet: { from, to }, told })
    const gone = plan.flatMap(({ message, dueAt }) => (dueAt === null ? [message] : []))
    await giveUp(tx, gone, 'expired', now)
    const later = plan.flatMap(({ message: { id }, dueAt }) => (dueAt && dueAt > now ? [{ id, dueAt }] : []))
    if (later.length > 0) await store.updateDue(tx, { due: later })
    const next = plan.find(({ dueAt }) => dueAt !== null && dueAt <= now)?.message
    if (!next) return null
    await store.updateTried(tx, { id: next.id, day: today })
    const { id, kind, facts, tries, expiresAt } = next
    // They were stored together.
    const news = { kind, facts } as DirectNews
    return { id, news, tries: tries + 1, expiresAt, userId, chatUser, chatChannel }
  })
}

async function giveUp(
  tx: Tx,
  messages: readonly store.WaitingRow[],
  failure: string,
  now: Date,
): Promise<void> {
  if (messages.length > 0) await store.updateGivenUp(tx, { ids: messages.map(({ id }) => id), failure, now })
}

/** Notes that Slack takes no direct messages for now. */
export async function noteHalt({ db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>, code: string) {
  const checkedAt = clock.now().toISOString()
  await db.transaction(async (tx) => {
    const before = await store.findRecord(tx, 'direct_halt')
    await store.putRecord(tx, 'direct_halt', { code, since: before?.since ?? checkedAt, checkedAt })
    if (before?.code !== code) tx.announce({ topics: ['chat'] })
  })
  log.warn({ code }, 'Slack takes no direct messages; they wait')
}

/** Notes that Slack takes direct messages again. */
export async function noteTaken({ db }: Pick<Deps, 'db'>): Promise<void> {
  if (!(await store.findRecord(db, 'direct_halt'))) return
  await db.transaction(async (tx) => {
    await store.putRecord(tx, 'direct_halt', null)
    tx.announce({ topics: ['chat'] })
  })
}

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
  readonly chatTeam: string | null
}

/** Tells all members, in portions. Answers whether it came to the end. */
async function tellAll(
  deps: Keeper,
  isOver: () => boolean,
  tell: (tx: Tx, page: Page) => Promise<{ seen: number; told: number; last: UserId | null }>,
): Promise<boolean> {
  const { db, clock, config, jobs } = deps
  let after: UserId | null = firstId
  let hasNews = false
  while (after !== null && !isOver()) {
    const from: UserId = after
    const ids = Array.from({ length: membersAtATime }, () => newId<'directMessage'>())
    const page = { after: from, limit: membersAtATime, ids, now: clock.now(), chatTeam: config.slackTeamId }
    const { seen, told, last } = await db.transaction((tx) => tell(tx, page))
    hasNews ||= told > 0
    after = seen < membersAtATime ? null : last
  }
  if (hasNews) await db.transaction((tx) => jobs.enqueue(tx, 'chat.direct', {}))
  return after === null
}

/**
 * Tells members in whose time zone it is time: late in the afternoon, that their streak ends today, and on Friday, how their
 * week was. Each zone has one round a day, which begins again if it was broken off.
 */
export async function tellByZone(deps: Keeper, isOver: () => boolean): Promise<void> {
  if (!isDirectSetUp(deps.config)) return
  const { db, clock, config } = deps
  const zones = (await store.listZones(db, {})).map(({ zone }) => zone)
  for (const zone of zones) {
    const now = clock.now()
    const timeZone = zone || config.timeZone
    if (!isTimeZone(timeZone)) continue
    const round = { zone, timeZone, today: dayOf(now, timeZone) }
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
  { db }: Keeper,
  name: string,
  { today }: Round,
  tell: () => Promise<boolean>,
): Promise<void> {
  const rounds = await store.findRecord(db, 'direct_rounds')
  if (rounds?.[name] === today || !(await tell())) return
  await db.transaction(async (tx) => {
    const kept = Object.entries((await store.findRecord(tx, 'direct_rounds')) ?? {}).filter(
      ([, day]) => day >= addDays(today, -daysKept),
    )
    await store.putRecord(tx, 'direct_rounds', { ...Object.fromEntries(kept), [name]: today })
  })
}

function tellDangers(
  deps: Keeper,
  isOver: () => boolean,
  { zone, timeZone, today }: Round,
): Promise<boolean> {
  const sharedZone = deps.config.timeZone
  const sharedToday = dayOf(deps.clock.now(), sharedZone)
  return tellAll(deps, isOver, (tx, page) =>
    store.insertDangers.one(tx, {
      ...page,
      zone,
      choices: choicesWith('streak_danger'),
      leastDays: leastStreakDays,
      sharedYesterday: addDays(sharedToday, -1),
      ownYesterday: addDays(today, -1),
      sharedEnd: startOfDay(addDays(sharedToday, 1), sharedZone),
      ownEnd: startOfDay(addDays(today, 1), timeZone),
    }),
  )
}

function tellRecaps(deps: Keeper, isOver: () => boolean, { zone, timeZone, today }: Round): Promise<boolean> {
  const monday = mondayOf(today)
  const now = deps.clock.now()
  return tellAll(deps, isOver, (tx, page) =>
    store.insertRecaps.one(tx, {
      ...page,
      zone,
      choices: choicesWith('week_recap'),
      monday,
      sinceAt: startOfDay(addDays(monday, -2), timeZone),
      since: 'week',
      markDay: mondayOf(dayOf(now, deps.config.timeZone)),
      endsAt: expiryOf('week_recap', { now, timeZone }),
    }),
  )
}

/** Once a day: reminds of contests that end soon, and deletes old messages. */
export async function tellDaily(deps: Keeper, isOver: () => boolean): Promise<void> {
  const { db, clock, config } = deps
  const now = clock.now()
  const before = new Date(now.getTime() - daysKept * 24 * 3_600_000)
  const limit = membersAtATime
  while (!isOver() && (await store.deleteOld(db, { before, limit })).length === limit);
  if (!isDirectSetUp(config)) return
  const today = dayOf(now, config.timeZone)
  for (const contest of await store.listEndingContests(db, { today, days: contestEndingDays })) {
    const { id, title, prize, endDate } = contest
    const endsAt = expiryOf('contest_ending', { now, timeZone: config.timeZone, lastDay: endDate })
    const key = `contest_ending ${id} ${endDate}`
    await tellAll(deps, isOver, (tx, page) =>
      store.insertContestEndings.one(tx, { ...page, key, endsAt, facts: { title, prize, endDate } }),
    )
  }
}

/**
 * Tells members who passed them on the board since the day began. A pass is told once two runs, an hour apart, have seen it,
 * so that a report that is undone passes nobody.
 */
export async function tellPasses(deps: Keeper): Promise<void> {
  const { db, clock, config, jobs } = deps
  if (!isDirectSetUp(config)) return
  const now = clock.now()
  const day = dayOf(now, config.timeZone)
  const seen = await store.findRecord(db, 'direct_places')
  const earlier = seen?.day === day ? seen : null
  if (earlier && now.getTime() - Date.parse(earlier.at) < passHoldsMs) return
  const changes = await store.listPlaceChanges(db, { since: 'day', markDay: day, lastPlace: lastPassedPlace })
  const passes = passesIn(changes, new Map(earlier?.places)).map(({ id: userId, by, place }) => ({
    id: newId<'directMessage'>(),
    userId,
    by,
    place,
    day,
  }))
  await db.transaction(async (tx) => {
    const places = changes.flatMap(({ id, place }) => (place === null ? [] : [[id, place] as const]))
    await store.putRecord(tx, 'direct_places', { at: now.toISOString(), day, places })
    if (passes.length === 0) return
    const told = await store.insertPasses(tx, {
      passes,
      now,
      expiresAt: expiryOf('passed_by', { now, timeZone: config.timeZone }),
      chatTeam: config.slackTeamId,
      choices: choicesWith('passed_by'),
    })
    if (told.length > 0) await jobs.enqueue(tx, 'chat.direct', {})
  })
}
