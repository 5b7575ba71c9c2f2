import { createHash } from 'node:crypto'
import type { Clock } from '#server/clock.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { AppError } from '#server/errors.ts'
import { addressKey } from './addresses.ts'
import {
  countAttempt,
  deleteThrottle,
  isRemembered,
  remember,
  reserveAttempt,
  returnAttempts,
} from './throttles.ts'

/** One attempt to sign in with a password. */
export interface PasswordAttempt {
  readonly ip: string
  /** The account name as typed, whether it exists or not. */
  readonly account: string
  readonly now: Date
}

/** An admitted attempt, counted as failed until `forgiveAttempt`. */
export interface AdmittedAttempt {
  readonly windowKeys: readonly string[]
  readonly pairKey: string
}

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const mostPerMinute = 6
const mostPerHour = 30
const mostPerAccountAndHour = 100
const pairBackoff = { freeAttempts: 5, longestPauseSeconds: 15 * 60, forgetAfterMs: 24 * hourMs }

/**
 * Admits one attempt or throws too-many with the seconds to wait. One statement updates each counter, so exactly one of
 * two attempts at the limit passes. An attempt that one limit refuses does not reach the later counters, so that one
 * address cannot use up an account's hourly limit. Addresses that have signed in to the account share an hourly limit of
 * their own, so that strangers cannot lock the account for its owner.
 */
export async function admitPasswordAttempt(db: Db | Tx, attempt: PasswordAttempt): Promise<AdmittedAttempt> {
  const { now } = attempt
  const address = addressKey(attempt.ip)
  const account = accountKey(attempt.account)
  const isKnown = await isRemembered(db, `${account} ${address}`, now)
  const windows = [
    { key: `password minute ${address}`, most: mostPerMinute, windowMs: minuteMs },
    { key: `password hour ${address}`, most: mostPerHour, windowMs: hourMs },
    {
      key: `password account ${isKnown ? 'known ' : ''}${account}`,
      most: mostPerAccountAndHour,
      windowMs: hourMs,
    },
  ]
  for (const { key, most, windowMs } of windows) {
    const { attempts, endsAt } = await countAttempt(db, key, { now, windowMs })
    if (attempts > most) throw tooManyUntil(endsAt, now)
  }
  const pairKey = `password pair ${account} ${address}`
  const pausedUntil = await reserveAttempt(db, pairKey, { ...pairBackoff, now })
  if (pausedUntil) throw tooManyUntil(pausedUntil, now)
  return { windowKeys: windows.map(({ key }) => key), pairKey }
}

/** Remembers that somebody signed in to the account from this address. */
export async function rememberAddress(db: Db | Tx, { ip, account, now }: PasswordAttempt): Promise<void> {
  await remember(db, `${accountKey(account)} ${addressKey(ip)}`, now)
}

// Hashed, because people sometimes type their password into the wrong field.
function accountKey(account: string): string {
  return createHash('sha256').update(account.toLowerCase()).digest('base64url')
}

/** Removes an attempt from the counters because it succeeded or was not checked. */
export async function forgiveAttempt(
  db: Db | Tx,
  { windowKeys, pairKey }: AdmittedAttempt,
  outcome: 'succeeded' | 'not judged',
): Promise<void> {
  await returnAttempts(db, { keys: outcome === 'succeeded' ? windowKeys : [...windowKeys, pairKey] })
  if (outcome === 'succeeded') await deleteThrottle(db, { key: pairKey })
}

/**
 * Counts one call in the key's current minute, together with the calls to the other instances. Returns null within the
 * limit, otherwise the seconds left.
 */
export async function secondsToWaitOnAll(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  key: string,
  most: number,
): Promise<number | null> {
  const now = clock.now()
  const { attempts, endsAt } = await countAttempt(db, key, { now, windowMs: minuteMs })
  return attempts <= most ? null : secondsUntil(endsAt, now)
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1_000))
}

function tooManyUntil(until: Date, now: Date): AppError {
  const retryAfterSeconds = secondsUntil(until, now)
  const message = 'Too many attempts. Please wait before you try again.'
  return new AppError('too-many', message, { retryAfterSeconds })
}
