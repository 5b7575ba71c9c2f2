import { addDays, asDay, type Day, dayOf } from '#domain/days.ts'
import { asId, type UserId } from '#domain/ids.ts'
import { streakOfDays } from '#domain/streaks.ts'
import { insertAuditEntry } from '#server/access/audit.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { invalidField } from '#server/errors.ts'
import { updateMemberStreaks } from '../ledger/store.ts'
import * as store from './store.ts'

const membersAtATime = 500
const mostDaysBack = 365
const reasonLimit = 280

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
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  excuse: Excuse,
): Promise<number | null> {
  const now = clock.now()
  const day = pastDay(excuse.day, dayOf(now, config.timeZone))
  const reason = excuse.reason.trim()
  if (reason === '' || reason.length > reasonLimit || /\p{Cc}/u.test(reason))
    throw invalidField('reason', `The reason must be one line of 1 to ${reasonLimit} characters`)
  return db.transaction(async (tx) => {
    if (!(await store.insertExcusedDay.first(tx, { day, reason, now }))) return null
    const members = await recomputeStreaks(tx)
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
  const first = addDays(today, -mostDaysBack)
  if (day < first) throw invalidField('day', `The day must be at most a year back: from ${first} on`)
  return day
}

/** Answers the members whose streak changed. Writes of other points wait for a member only once it is locked. */
async function recomputeStreaks(tx: Tx): Promise<UserId[]> {
  const excused = await excusedDays(tx)
  const changed: UserId[] = []
  let after = asId<'user'>('00000000-0000-0000-0000-000000000000')
  for (;;) {
    const locked = await store.lockStreaks(tx, { after, limit: membersAtATime })
    const ids = locked.map(({ id }) => id)
    const streaks = (await store.listStreakDays(tx, { ids })).flatMap(({ id, days, ...before }) => {
      const streak = streakOfDays(days, excused)
      const isSame = before.lastDay === streak.lastDay && before.current === streak.current
      return isSame && before.longest === streak.longest ? [] : [{ id, ...streak }]
    })
    if (streaks.length > 0) await updateMemberStreaks(tx, { streaks })
    changed.push(...streaks.map(({ id }) => id))
    const last = ids.at(-1)
    if (last === undefined || ids.length < membersAtATime) return changed
    after = last
  }
}

/** The days that break no streak. */
export async function excusedDays(db: Db | Tx): Promise<Day[]> {
  return (await store.listExcusedDays(db, {})).map(({ day }) => day)
}
