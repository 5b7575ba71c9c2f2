import type { NotificationSettings, OwnNotificationSettings } from '#contract/notifications.ts'
import {
  choicesWith,
  type DirectFacts,
  type DirectKind,
  type DirectMedium,
  type DirectNews,
  directKinds,
  expiryOf,
  fewerThan,
  includesKind,
  ownDayOf,
  planned,
} from '#domain/direct-messages.ts'
import type { DirectMessageId, UserId } from '#domain/ids.ts'
import { mailChoicesWith, mailExpiryOf, mailKindsOf } from '#domain/mail.ts'
import { countAttempt } from '#server/access/throttles.ts'
import type { Config } from '#server/config.ts'
import type { Tx } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
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

/** Whether e-mails are sent at all. */
export function isMailSetUp({ mail }: Pick<Config, 'mail'>): boolean {
  return mail !== null
}

/** Whether members are told anything at all, in the chat or in mails. */
export function isAnyMediumSetUp(config: Pick<Config, 'slackBotToken' | 'mail'>): boolean {
  return isDirectSetUp(config) || isMailSetUp(config)
}

/** Who gets messages of a kind, in which medium. */
export function mediaFor(config: Pick<Config, 'slackBotToken' | 'slackTeamId' | 'mail'>, kind: DirectKind) {
  return {
    hasChat: isDirectSetUp(config),
    hasMail: isMailSetUp(config),
    chatTeam: config.slackTeamId,
    choices: choicesWith(kind),
    mailChoices: mailChoicesWith(kind),
  }
}

/**
 * Queues a message for one member in the transaction of its event, for the chat, for the next e-mail, or for both. Nothing
 * is stored for a medium that is not set up, and for members who cannot or do not want to get it.
 */
export async function tellMember(
  { config, clock, jobs }: Pick<Deps, 'config' | 'clock' | 'jobs'>,
  tx: Tx,
  { userId, kind, key, facts }: Telling,
): Promise<void> {
  if (!isAnyMediumSetUp(config)) return
  const now = clock.now()
  const about = { now, timeZone: config.timeZone }
  const told = await store.insertDirect(tx, {
    id: newId(),
    mailId: newId(),
    userId,
    kind,
    key,
    facts,
    now,
    expiresAt: expiryOf(kind, about),
    mailExpiresAt: mailExpiryOf(kind, about),
    ...mediaFor(config, kind),
  })
  // The next look at the e-mails finds their row.
  if (told.some(({ medium }) => medium === 'chat')) await jobs.enqueue(tx, 'chat.direct', {})
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
  return {
    ...settings,
    isChatSetUp: isDirectSetUp(config),
    isMailSetUp: isMailSetUp(config),
    timeZone: timeZone ?? config.timeZone,
  }
}

/**
 * Changes a member's settings. What waits to be sent follows them. Whoever chooses e-mails with an address that nobody
 * vouches for is asked to confirm it; whoever saves the same settings is asked again.
 */
export async function changeSettings(
  deps: Keeper,
  userId: UserId,
  settings: NotificationSettings,
): Promise<OwnNotificationSettings> {
  await deps.db.transaction(async (tx) => {
    const before = await store.getSettings.one(tx, { userId })
    await putSettings(deps, tx, userId, settings)
    const fields = ['direct', 'quietFrom', 'quietTo', 'email'] as const
    const isRepeated = fields.every((field) => before[field] === settings[field])
    if (!isRepeated && before.email === settings.email) return
    const isAsked = await askToConfirm(deps, tx, userId)
    if (isRepeated && isAsked === false)
      throw new AppError('too-many', 'You got three such e-mails today. Please try again tomorrow.', {
        retryAfterSeconds: confirmationWindowMs / 1_000,
      })
  })
  return readSettings(deps, userId)
}

async function putSettings(
  { clock, config, jobs }: Keeper,
  tx: Tx,
  userId: UserId,
  { direct, quietFrom, quietTo, email }: NotificationSettings,
): Promise<void> {
  await store.putSettings(tx, { userId, direct, quietFrom, quietTo, email })
  const kinds = directKinds.filter((kind) => includesKind(direct, kind))
  await store.deleteUnwanted(tx, { userId, medium: 'chat', kinds })
  await store.deleteUnwanted(tx, { userId, medium: 'mail', kinds: mailKindsOf(email) })
  const due = await store.updateDueNow(tx, { userId, now: clock.now() })
  if (due.some(({ medium }) => medium === 'chat')) await jobs.enqueue(tx, 'chat.direct', {})
  if (isMailSetUp(config) && due.some(({ medium }) => medium === 'mail'))
    await jobs.enqueue(tx, 'mail.send', {})
}

const confirmationWindowMs = 24 * 3_600_000
const mostConfirmations = 3

/**
 * Asks a member by e-mail to confirm their address, if they want e-mails and nobody vouches for it. Returns null if there is
 * nothing to ask, and false if the member was asked too often today.
 */
export async function askToConfirm(
  { clock, config, jobs }: Pick<Deps, 'clock' | 'config' | 'jobs'>,
  tx: Tx,
  userId: UserId,
): Promise<boolean | null> {
  if (!isMailSetUp(config)) return null
  const { email, mailAddress, isAddressConfirmed } = await store.getSettings.one(tx, { userId })
  if (email === 'off' || mailAddress === null || isAddressConfirmed) return null
  const window = { now: clock.now(), windowMs: confirmationWindowMs }
  const { attempts } = await countAttempt(tx, `mail confirmation ${userId}`, window)
  if (attempts > mostConfirmations) return false
  await jobs.enqueue(tx, 'mail.confirm', { userId })
  return true
}

/** Switches a member's e-mails off. What waits for them is dropped. */
export function stopMails({ db }: Pick<Deps, 'db'>, userId: UserId): Promise<void> {
  return db.transaction(async (tx) => {
    await store.putMailOff(tx, { userId })
    await store.deleteUnwanted(tx, { userId, medium: 'mail', kinds: [] })
  })
}

const fewerWords = {
  off: 'You get no more direct messages. You can change that in your profile.',
  mine: 'From now on you only hear about what is yours: your shares, appeals, badges and your streak.',
  all: '',
} as const

/** Leaves a member with fewer direct messages: only their own news, then none. Answers with a sentence that says so. */
export async function fewerOf(deps: Keeper, userId: UserId): Promise<string> {
  return deps.db.transaction(async (tx) => {
    const before = await store.getSettings.one(tx, { userId })
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

/** The media, each with the record of why it takes nothing for now. */
const haltOf = { chat: 'direct_halt', mail: 'mail_halt' } as const

/** Notes that Slack takes no direct messages for now, or the mail server no e-mails. */
export async function noteHalt(
  { db, clock, log }: Pick<Deps, 'db' | 'clock' | 'log'>,
  medium: DirectMedium,
  code: string,
): Promise<void> {
  const checkedAt = clock.now().toISOString()
  const key = haltOf[medium]
  await db.transaction(async (tx) => {
    const before = await store.findRecord(tx, key)
    await store.putRecord(tx, key, { code, since: before?.since ?? checkedAt, checkedAt })
    if (before?.code !== code) tx.announce({ topics: ['chat'] })
  })
  log.warn({ medium, code }, 'no messages to members are taken; they wait')
}

/** Notes that messages are taken again. */
export async function noteTaken({ db }: Pick<Deps, 'db'>, medium: DirectMedium): Promise<void> {
  const key = haltOf[medium]
  if (!(await store.findRecord(db, key))) return
  await db.transaction(async (tx) => {
    await store.putRecord(tx, key, null)
    tx.announce({ topics: ['chat'] })
  })
}
