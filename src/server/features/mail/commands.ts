import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { Day } from '#domain/days.ts'
import {
  byImportance,
  dueAt,
  isQuiet,
  ownDayOf,
  type PlainNews,
  type QuietHours,
} from '#domain/direct-messages.ts'
import { asId, type DirectMessageId, type UserId } from '#domain/ids.ts'
import { type MailReader, mailHaltText, mailPlan } from '#domain/mail.ts'
import type { Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { isMailSetUp, stopMails } from '../direct-messages/commands.ts'
import { findRecord, putConfirmedAddress, updateDue, updateGivenUp } from '../direct-messages/store.ts'
import * as store from './store.ts'

type Keeper = Pick<Deps, 'db' | 'clock' | 'config'>

/** How e-mails fare: whether they are sent at all, how many messages wait and failed, and why none go out for now. */
export interface MailState {
  readonly isSetUp: boolean
  readonly waiting: number
  readonly failed: number
  readonly halt: string | null
}

export async function readMailState({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<MailState> {
  const halt = await findRecord(db, 'mail_halt')
  const counts = await store.countMail.one(db, {})
  return { isSetUp: isMailSetUp(config), ...counts, halt: halt && mailHaltText(halt.code) }
}

/** An e-mail that is to be sent now, and to whom. */
export interface TakenMail {
  readonly userId: UserId
  readonly address: string
  readonly choice: MailReader['choice']
  /** The member's own day, on which they get no other mail. */
  readonly day: Day
  readonly news: readonly { readonly id: DirectMessageId; readonly news: PlainNews }[]
  /** How often it was tried, with this attempt. */
  readonly tries: number
}

/**
 * Takes the e-mail that a member is to get now; null if there is none. The attempt is noted before it is made. An e-mail whose
 * fate nobody knows is tried again with the same contents on the same day, so that two copies can be recognised as one.
 */
export function takeMail({ db, clock, config }: Keeper, userId: UserId): Promise<TakenMail | null> {
  return db.transaction(async (tx) => {
    const now = clock.now()
    const waiting = await store.listWaitingForMail(tx, { userId })
    const reader = await store.findReader.first(tx, { userId })
    if (!reader || reader.address === null || reader.choice === 'off') {
      await giveUp(tx, waiting, 'not_reachable', now)
      return null
    }
    const { address, choice, quietFrom: from, quietTo: to } = reader
    const timeZone = reader.timeZone ?? config.timeZone
    const today = ownDayOf(now, timeZone)
    const open = waiting.filter(({ ownDay, posts }) => ownDay === today && posts > 0)
    const letter =
      open.length > 0
        ? await reopened(tx, { userId, now, timeZone, quiet: { from, to }, open })
        : await planned(tx, {
            userId,
            waiting,
            today,
            reader: { now, timeZone, quiet: { from, to }, choice },
          })
    if (letter.length === 0) return null
    await store.updateMailTried(tx, { ids: idsOf(letter), day: today })
    // They were stored together.
    const news = letter.map(({ id, kind, facts }) => ({ id, news: { kind, facts } as PlainNews }))
    const tries = 1 + Math.max(...letter.map((each) => each.tries))
    return { userId, address, choice, day: today, news, tries }
  })
}

interface Reopening {
  readonly userId: UserId
  readonly now: Date
  readonly timeZone: string
  readonly quiet: QuietHours
  readonly open: readonly store.WaitingForMail[]
}

/** The e-mail that was tried today, once it is time to try it again. */
async function reopened(tx: Tx, { userId, now, timeZone, quiet, open }: Reopening) {
  const wantedMs = Math.max(...open.map((each) => each.dueAt.getTime()))
  if (wantedMs <= now.getTime() && !isQuiet(now, timeZone, quiet)) return open.toSorted(byImportance)
  await store.updateMailDue(tx, {
    userId,
    dueAt: dueAt(new Date(Math.max(wantedMs, now.getTime())), timeZone, quiet),
  })
  return []
}

interface Planning {
  readonly userId: UserId
  readonly waiting: readonly store.WaitingForMail[]
  readonly today: Day
  readonly reader: Omit<MailReader, 'told'>
}

/** What goes into an e-mail now. The rest is given up or put off. */
async function planned(tx: Tx, { userId, waiting, today, reader }: Planning) {
  const days = await store.listMailDays(tx, { userId, from: today })
  const plan = mailPlan(waiting, { ...reader, told: new Set(days.map(({ day }) => day)) })
  await giveUp(tx, plan.gone, 'expired', reader.now)
  const due = plan.later.map(({ message: { id }, dueAt: at }) => ({ id, dueAt: at }))
  if (due.length > 0) await updateDue(tx, { due })
  return plan.letter
}

async function giveUp(
  tx: Tx,
  messages: readonly store.WaitingForMail[],
  failure: string,
  now: Date,
): Promise<void> {
  if (messages.length > 0) await updateGivenUp(tx, { ids: idsOf(messages), failure, now })
}

function idsOf(messages: readonly store.WaitingForMail[]): DirectMessageId[] {
  return messages.map(({ id }) => id)
}

/** The same for every attempt to send an e-mail, so that readers recognise a second copy. */
export function mailIdOf({ userId, day }: Pick<TakenMail, 'userId' | 'day'>): string {
  return createHash('sha256').update(`${userId} ${day}`).digest('hex').slice(0, 32)
}

const macBytes = 20
const idBytes = 16
const confirmationLifeMs = 7 * 24 * 3_600_000

type Signer = Pick<Deps, 'secrets'>

/** Part of the link that switches a member's e-mails off. It works as long as the session secret stays. */
export function unsubscribeToken(signer: Signer, userId: UserId): string {
  const id = bytesOf(userId)
  return Buffer.concat([id, macOf(signer, 'unsubscribe', id)]).toString('base64url')
}

/** Whose e-mails a link switches off; null for a wrong one. */
export function unsubscriberOf(signer: Signer, token: string): UserId | null {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + macBytes || bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, idBytes)
  return timingSafeEqual(macOf(signer, 'unsubscribe', id), bytes.subarray(idBytes)) ? userIdOf(id) : null
}

/** Switches the e-mails of a link's member off. Returns whether the link is right. */
export async function unsubscribe(deps: Signer & Pick<Deps, 'db'>, token: string): Promise<boolean> {
  const userId = unsubscriberOf(deps, token)
  if (userId !== null) await stopMails(deps, userId)
  return userId !== null
}

/** Part of the link that confirms the address of a member. It works for a week, and for this address alone. */
export function confirmationToken(
  { secrets, clock }: Signer & Pick<Deps, 'clock'>,
  { userId, address }: { readonly userId: UserId; readonly address: string },
): string {
  const end = Buffer.alloc(4)
  end.writeUInt32BE(Math.floor((clock.now().getTime() + confirmationLifeMs) / 1_000))
  const head = Buffer.concat([bytesOf(userId), end])
  return Buffer.concat([head, macOf({ secrets }, 'confirm', head, address)]).toString('base64url')
}

/** The address that a link confirms, and whose it is; null for a link that is wrong or no longer works. */
export async function findConfirmation(
  { db, clock, secrets }: Signer & Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<{ readonly userId: UserId; readonly address: string } | null> {
  const bytes = Buffer.from(token, 'base64url')
  if (bytes.length !== idBytes + 4 + macBytes || bytes.toString('base64url') !== token) return null
  const head = bytes.subarray(0, idBytes + 4)
  if (head.readUInt32BE(idBytes) * 1_000 <= clock.now().getTime()) return null
  const userId = userIdOf(head.subarray(0, idBytes))
  const { address = null } = (await store.findAddress.first(db, { userId })) ?? {}
  if (address === null) return null
  const isRight = timingSafeEqual(macOf({ secrets }, 'confirm', head, address), bytes.subarray(idBytes + 4))
  return isRight ? { userId, address } : null
}

/** Confirms the address of a link. Returns whether the link works. */
export async function confirmAddress(
  deps: Signer & Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<boolean> {
  const found = await findConfirmation(deps, token)
  if (!found) return false
  const { userId, address: email } = found
  await deps.db.transaction((tx) => putConfirmedAddress(tx, { userId, email }))
  return true
}

function macOf({ secrets }: Signer, purpose: 'unsubscribe' | 'confirm', id: Buffer, address = ''): Buffer {
  const text = `mail ${purpose}\n${id.toString('hex')}\n${address.toLowerCase()}`
  return createHmac('sha256', secrets.session).update(text).digest().subarray(0, macBytes)
}

function bytesOf(id: UserId): Buffer {
  return Buffer.from(id.replaceAll('-', ''), 'hex')
}

function userIdOf(bytes: Buffer): UserId {
  const hex = bytes.toString('hex')
  const ends = [8, 12, 16, 20, 32]
  return asId<'user'>(ends.map((end, nth) => hex.slice(ends[nth - 1] ?? 0, end)).join('-'))
}
