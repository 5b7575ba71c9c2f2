import { uuidv7 } from 'uuidv7'
import { endOfContest } from '#domain/contests.ts'
import { addDays, asDay } from '#domain/days.ts'
import { expect, type Story, usernameOf } from './story.ts'

const untilClosedMs = 11 * 60_000

interface Month {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
}

/** The month `count` months before the story's present one. */
export function monthsAgo({ clock }: Story, count: number): Month {
  const now = clock.now()
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - count, 1))
  return { year: first.getUTCFullYear(), month: first.getUTCMonth() + 1 }
}

/** Puts a contest of a month and its champion into the database, unless the month has one. */
export async function insertChampion(story: Story, handle: string, { year, month }: Month): Promise<void> {
  const start = new Date(Date.UTC(year, month - 1, 1)).toISOString().slice(0, 10)
  const end = addDays(asDay(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)), -1)
  const contestId = uuidv7()
  const recordedAt = story.clock.now().toISOString()
  const inserted = await story.run(
    `insert into contests (id, title, start_date, end_date, created_at)
     select $1::uuid, 'Contest of ' || $2, $2::date, $3::date, $4
     where not exists (select from monthly_winners where start_date = $2::date) returning id`,
    [contestId, start, end, recordedAt],
  )
  if (inserted.length === 0) return
  await story.run(
    `insert into monthly_winners (id, contest_id, user_id, year, month, start_date, end_date, points, shares,
       engagements, recorded_at)
     select $1::uuid, $2::uuid, id, $4, $5, $6::date, $7::date, 1275, 14, 61, $8 from users where username = $3`,
    [uuidv7(), contestId, usernameOf(story, handle), year, month, start, end, recordedAt],
  )
  story.sandbox.server.deps.live.announce({ topics: ['contests'] })
}

/** Puts the clock behind a contest of one day and its last undo, and lets the closing run as it does every ten minutes. */
export async function endContest(story: Story, day: string): Promise<void> {
  const { db, jobs } = story.sandbox.server.deps
  const endMs = endOfContest({ endDate: asDay(day) }, 'UTC').getTime()
  story.clock.advance(endMs + untilClosedMs - story.clock.now().getTime())
  await db.transaction((tx) => jobs.enqueue(tx, 'contests.close', {}))
  const champions = () => story.run('select from monthly_winners where start_date = $1::date', [day])
  await expect.poll(async () => (await champions()).length, { timeout: 30_000 }).toBe(1)
}
