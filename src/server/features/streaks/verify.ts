import { addDays, type Day, startOfDay } from '#domain/days.ts'
import { asId } from '#domain/ids.ts'
import { keptStreak } from '#domain/kept-streak.ts'
import type { Streak } from '#domain/streaks.ts'
import type { Check } from '#server/db/check.ts'
import { col, query } from '#server/db/query.ts'
import { getStreakCalendar, listStreaks } from './store.ts'

const membersAtATime = 5_000

const listMembers = query({
  name: 'verify_streaks',
  sql: `select id from users where id > $after order by id limit ${membersAtATime}`,
  params: { after: col.id<'user'>() },
  row: { id: col.id<'user'>() },
})

/** Recomputes each streak from all days at once, by the rules that also update it day by day. */
export const streakCheck: Check = {
  names: ['streaks'],
  find: async (tx, after) => {
    const calendar = await getStreakCalendar(tx)
    const ids = (await listMembers(tx, { after: asId(after) })).map(({ id }) => id)
    const rows = await listStreaks(tx, { ids })
    const violations = rows.flatMap(({ id, reports, own, timeZone, endsAt, ...held }) => {
      const counted = new Map(reports)
      const latest = [...counted.keys()].sort().at(-1)
      const due = latest && keptStreak(counted, { calendar, own: new Map(own) }, latest)
      const dueEnd = due && timeZone !== null && due.lastDay !== null ? endOf(due.lastDay, timeZone) : null
      const found = `${inWords(held)}${endsAt ? ` and ends at ${endsAt.toISOString()}` : ''}`
      const right = `${inWords(due || nothing)}${dueEnd ? ` and ends at ${dueEnd.toISOString()}` : ''}`
      if (found === right) return []
      return [{ name: 'streaks', violation: `member ${id} has the streak ${found}; recomputed ${right}` }]
    })
    return { violations, next: ids.length < membersAtATime ? null : (ids.at(-1) ?? null) }
  },
}

const nothing: Streak = { lastDay: null, current: 0, longest: 0 }

function endOf(lastDay: Day, timeZone: string): Date {
  return startOfDay(addDays(lastDay, 2), timeZone)
}

function inWords({ lastDay, current, longest }: Streak): string {
  return `${current} up to ${lastDay ?? 'no day'}, longest ${longest}`
}
