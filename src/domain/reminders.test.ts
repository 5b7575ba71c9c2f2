import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isQuiet, minuteOf, minutesOf, ownDayOf, type QuietHours } from './direct-messages.ts'
import { asId } from './ids.ts'
import { reminderAt, reminderHours, workEndOf } from './reminders.ts'

const night: QuietHours = { from: '19:00', to: '08:00' }
const idOf = <Of extends 'post' | 'user'>(tail: number) =>
  asId<Of>(`00000000-0000-7000-8000-00000${tail.toString(16).padStart(7, '0')}`)
const tail = fc.nat({ max: 2 ** 28 - 1 })
const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Australia/Lord_Howe',
  'Africa/Cairo',
)
/** Some of these days have a change of the clock. */
const moment = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-06-10', '2026-10-25', '2026-11-01'),
    fc.integer({ min: -1_440, max: 2_880 }),
  )
  .map(([day, minutes]) => new Date(Date.parse(day) + minutes * 60_000))
const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const quietHours = fc.oneof(fc.constant(night), fc.record({ from: time, to: time }))

const nine = new Date('2026-06-10T07:00:00.000Z')
const usually = { now: nine, timeZone: 'Europe/Berlin', quiet: night }
const minuteFor = (post: number, user: number) => {
  const at = reminderAt({ ...usually, postId: idOf<'post'>(post), userId: idOf<'user'>(user) })
  return at === null ? null : minuteOf(at, 'Europe/Berlin')
}

describe('the moment of a reminder', () => {
  it('is in the working hours of the same own day, later than now, and not in quiet hours', {
    tags: ['pace-reminder'],
  }, () => {
    fc.assert(
      fc.property(tail, tail, moment, zone, quietHours, (post, user, now, timeZone, quiet) => {
        const at = reminderAt({
          postId: idOf<'post'>(post),
          userId: idOf<'user'>(user),
          now,
          timeZone,
          quiet,
        })
        if (at === null) return
        expect(at > now).toBe(true)
        expect(ownDayOf(at, timeZone)).toBe(ownDayOf(now, timeZone))
        const minute = minuteOf(at, timeZone)
        expect(minute).toBeGreaterThanOrEqual(minutesOf(reminderHours.from))
        expect(minute).toBeLessThan(minutesOf(reminderHours.to))
        expect(isQuiet(at, timeZone, quiet)).toBe(false)
        expect(at < workEndOf(now, timeZone)).toBe(true)
      }),
    )
  })

  it('is none only if no minute of the day is left', { tags: ['pace-reminder'] }, () => {
    const of = { ...usually, postId: idOf<'post'>(1), userId: idOf<'user'>(2) }
    expect(reminderAt(of)).not.toBeNull()
    expect(reminderAt({ ...of, now: new Date('2026-06-10T14:29:00.000Z') })).toBeNull()
    expect(reminderAt({ ...of, now: new Date('2026-06-10T14:28:00.000Z') })).toEqual(
      new Date('2026-06-10T14:29:00.000Z'),
    )
    expect(reminderAt({ ...of, quiet: { from: '09:00', to: '16:30' } })).toBeNull()
    expect(reminderAt({ ...of, quiet: { from: '09:00', to: '16:29' } })).toEqual(
      new Date('2026-06-10T14:29:00.000Z'),
    )
  })

  it('is spread evenly over the members', { tags: ['pace-reminder'] }, () => {
    const half = Array.from({ length: 15 }, () => 0)
    for (let user = 0; user < 4_500; user++) {
      const minute = minuteFor(77, Math.imul(user, 2_654_435_761) >>> 4)
      const nth = Math.floor(((minute ?? 0) - 540) / 30)
      half[nth] = (half[nth] ?? 0) + 1
    }
    // 300 in each half an hour on average, with a standard deviation of 17.
    for (const members of half) expect(Math.abs(members - 300)).toBeLessThan(100)
  })

  it('is another one for each post', { tags: ['pace-reminder'] }, () => {
    fc.assert(
      fc.property(tail, tail, fc.integer({ min: 1, max: 448 }), (post, user, more) => {
        fc.pre(post + more < 2 ** 28)
        expect(minuteFor(post + more, user)).not.toBe(minuteFor(post, user))
      }),
    )
  })
})
