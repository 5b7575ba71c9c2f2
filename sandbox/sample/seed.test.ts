import { expect, test } from 'vitest'
import { dayOf, startOfDay } from '#domain/days.ts'
import { samplePeople } from '#sandbox/sample/people.ts'
import { seedSample } from '#sandbox/sample/seed.ts'
import { statement } from '#server/db/handle.ts'
import { startTestApp } from '#test/support/app.ts'
import { testClock } from '#test/support/moment.ts'

const now = new Date('2026-06-10T15:00:00.000Z')

interface Marked {
  readonly place: number
  readonly points: number
  readonly contestId: string | null
}
const marksWithPoints = statement<Marked>(
  'test_marks_with_points',
  `select m.place, m.contest_id::text as "contestId", (
     select coalesce(sum(amount), 0) from ledger l
     where l.user_id = m.user_id and l.created_at < $1
       and (c.id is null or l.day between c.start_date and c.end_date))::int as points
   from place_marks m left join contests c on c.id = m.contest_id
   where m.window_kind is null and m.since = 'day' order by m.place`,
)

test('the sample team has marks of the day before that follow from its ledger', async () => {
  const t = await startTestApp({ clock: testClock(now) })
  const people = samplePeople.map((person, nth) => ({ ...person, id: `U${nth}`, teamId: 'T1' }))
  await seedSample(t.deps, { people, origin: 'http://127.0.0.1:4000' })
  const { timeZone } = t.deps.config
  const marks = await t.deps.db.run(marksWithPoints, [
    startOfDay(dayOf(now, timeZone), timeZone).toISOString(),
  ])
  const boards = Map.groupBy(marks, ({ contestId }) => contestId)
  expect(boards.size).toBe(2)
  for (const ofBoard of boards.values()) {
    expect(ofBoard.length).toBeGreaterThan(10)
    for (const { place, points } of ofBoard) {
      const [ahead, level] = [
        ofBoard.filter((other) => other.points > points).length,
        ofBoard.filter((other) => other.points === points).length,
      ]
      expect(place).toBeGreaterThan(ahead)
      expect(place).toBeLessThanOrEqual(ahead + level)
    }
  }
  await t.close()
})
