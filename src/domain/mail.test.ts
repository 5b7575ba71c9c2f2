import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, asDay, type Day, dayOf, weekdayOf } from './days.ts'
import {
  type DirectKind,
  directKinds,
  isQuiet,
  type QuietHours,
  type WaitingNews,
} from './direct-messages.ts'
import { asId } from './ids.ts'
import {
  type MailReader,
  mailChoicesWith,
  mailDueAt,
  mailExpiryOf,
  mailHaltText,
  mailKindsOf,
  mailPlan,
  mailWindowHours,
} from './mail.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs
/** The quiet hours of whoever has chosen none. */
const night: QuietHours = { from: '19:00', to: '08:00' }

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Pacific/Tongatapu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Tehran',
]
/** Zones with changes of the clock of all kinds. */
const zone = fc.constantFrom(...zones)
const anyMoment = fc.date({ min: new Date('2015-01-02'), max: new Date('2045-12-30'), noInvalidDate: true })
/** Around the changes of the clock in Europe, North America, Lord Howe, Chatham and Cuba. */
const changes = [
  '2026-03-08',
  '2026-03-29',
  '2026-04-05',
  '2026-09-27',
  '2026-10-04',
  '2026-10-25',
  '2026-11-01',
]
const nearChange = fc
  .tuple(
    fc.constantFrom(...changes),
    fc.integer({ min: -2 * 1_440, max: 2 * 1_440 }),
    fc.nat({ max: 59_999 }),
  )
  .map(([day, minutes, ms]) => new Date(Date.parse(day) + minutes * minuteMs + ms))
/** Any moment, and often one near a change of the clock. */
const moment = fc.oneof(anyMoment, nearChange)
const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map(([hour, minute]) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`)
const quietHours = fc.oneof(
  fc.constant(night),
  fc.record({ from: time, to: time }),
  // Nearly the whole day, so that a change of the clock can swallow what is left.
  fc.constant({ from: '02:59', to: '02:00' }),
  fc.constant({ from: '00:01', to: '00:00' }),
)

const nth = (n: number) => asId<'directMessage'>(`00000000-0000-7000-8000-${String(n).padStart(12, '0')}`)
// A Wednesday.
const reader: MailReader = {
  now: new Date('2026-06-10T10:00:00.000Z'),
  timeZone: 'Europe/Berlin',
  quiet: night,
  choice: 'daily',
  told: new Set<Day>(),
}
const waiting = (n: number, kind: DirectKind, change: Partial<WaitingNews> = {}): WaitingNews => ({
  id: nth(n),
  kind,
  createdAt: new Date('2026-06-09T10:00:00.000Z'),
  expiresAt: new Date('2026-06-18T10:00:00.000Z'),
  ...change,
})
const badge = waiting(1, 'achievement_unlocked')
const dueOf = (change: Partial<MailReader>, message = badge) =>
  mailDueAt(message, { ...reader, ...change })?.toISOString() ?? null

describe('the kinds of a mail', () => {
  it('are all but what waits for a reviewer or a report, and weekly also not the streak of one day', {
    tags: ['mail-kinds'],
  }, () => {
    expect(mailKindsOf('daily')).toEqual(
      directKinds.filter((kind) => !['review_waits', 'post_reminder'].includes(kind)),
    )
    expect(mailKindsOf('weekly')).toEqual(mailKindsOf('daily').filter((kind) => kind !== 'streak_danger'))
    expect(mailKindsOf('off')).toEqual([])
  })

  it.each<[DirectKind, readonly string[]]>([
    ['share_decided', ['daily', 'weekly']],
    ['streak_danger', ['daily']],
    ['review_waits', []],
  ])('of %s are in the e-mails of %j', (kind, choices) => {
    expect(mailChoicesWith(kind)).toEqual(choices)
  })

  it.each<[DirectKind, string]>([
    ['share_decided', '2026-06-18T10:00:00.000Z'],
    ['appeal_decided', '2026-06-18T10:00:00.000Z'],
    ['achievement_unlocked', '2026-06-18T10:00:00.000Z'],
    ['streak_danger', '2026-06-10T22:00:00.000Z'],
    ['passed_by', '2026-06-11T10:00:00.000Z'],
  ])('hold long enough for a weekly e-mail where they are still news: %s until %s', (kind, until) => {
    expect(mailExpiryOf(kind, { now: reader.now, timeZone: 'Europe/Berlin' }).toISOString()).toBe(until)
  })
})

describe('an e-mail goes out', () => {
  it.each<[string, Partial<MailReader>, string | null]>([
    ['daily at half past five', {}, '2026-06-10T15:30:00.000Z'],
    ['on the clock of the member', { timeZone: 'Asia/Kathmandu' }, '2026-06-10T11:45:00.000Z'],
    [
      'at once while it is not too late',
      { now: new Date('2026-06-10T16:10:00Z') },
      '2026-06-10T16:10:00.000Z',
    ],
    ['the next day once it is', { now: new Date('2026-06-10T19:30:00Z') }, '2026-06-11T15:30:00.000Z'],
    ['weekly on Friday at half past three', { choice: 'weekly' }, '2026-06-12T13:30:00.000Z'],
    ['next Friday once it is too late', { choice: 'weekly', now: new Date('2026-06-12T18:00:00Z') }, null],
    [
      'after the quiet hours that it would fall into',
      { quiet: { from: '17:00', to: '07:15' } },
      '2026-06-11T05:15:00.000Z',
    ],
    [
      'on that morning if it looks only then',
      { quiet: { from: '17:00', to: '07:15' }, now: new Date('2026-06-11T06:00:00Z') },
      '2026-06-11T06:00:00.000Z',
    ],
    [
      'on the next day after one of this day',
      { told: new Set([asDay('2026-06-10')]) },
      '2026-06-11T15:30:00.000Z',
    ],
    ['by UTC in an unknown zone', { timeZone: 'Mars/Olympus' }, '2026-06-10T17:30:00.000Z'],
    // The clock goes forward on the 29th at two, and back on the 25th at three.
    ['by the new time', { now: new Date('2026-03-28T23:30:00Z') }, '2026-03-29T15:30:00.000Z'],
    ['by the old time', { now: new Date('2026-10-24T23:30:00Z') }, '2026-10-25T16:30:00.000Z'],
  ])('%s', { tags: ['mail-times'] }, (_when, change, due) => {
    const { now } = { ...reader, ...change }
    const message = {
      ...badge,
      createdAt: new Date(now.getTime() - 2 * dayMs),
      expiresAt: due === null ? new Date(now.getTime() + 3 * dayMs) : new Date(now.getTime() + 8 * dayMs),
    }
    expect(dueOf(change, message)).toBe(due)
  })

  it('without what came after its time, but for what the clock tells late', { tags: ['mail-times'] }, () => {
    const now = new Date('2026-06-10T16:10:00.000Z')
    const late = { createdAt: new Date('2026-06-10T16:00:00.000Z') }
    expect(dueOf({ now }, waiting(1, 'share_decided', late))).toBe('2026-06-11T15:30:00.000Z')
    expect(dueOf({ now }, waiting(1, 'streak_danger', late))).toBe(now.toISOString())
  })

  it('never with what no longer holds then', () => {
    expect(dueOf({}, waiting(1, 'passed_by', { expiresAt: new Date('2026-06-10T15:30:00.000Z') }))).toBeNull()
  })
})

describe('the plan of a mail', () => {
  const atTime = { ...reader, now: new Date('2026-06-10T15:30:00.000Z') }

  it('has everything that holds, the most important first, once one message is due', {
    tags: ['mail-one'],
  }, () => {
    const messages = [
      waiting(1, 'passed_by', { expiresAt: new Date('2026-06-10T15:00:00.000Z') }),
      waiting(2, 'achievement_unlocked'),
      waiting(3, 'share_decided'),
      waiting(4, 'streak_danger'),
    ]
    const plan = mailPlan(messages, atTime)
    expect(plan.letter.map(({ id }) => id)).toEqual([nth(4), nth(3), nth(2)])
    expect(plan.gone.map(({ id }) => id)).toEqual([nth(1)])
    expect(plan.later).toEqual([])
  })

  it('has nothing while nothing is due, and says when to look again', { tags: ['mail-one'] }, () => {
    const plan = mailPlan([badge], reader)
    expect(plan).toEqual({
      letter: [],
      later: [{ message: badge, dueAt: new Date('2026-06-10T15:30:00.000Z') }],
      gone: [],
    })
    expect(mailPlan([], atTime)).toEqual({ letter: [], later: [], gone: [] })
  })
})

describe('every mail', () => {
  const message = fc.record({
    kind: fc.constantFrom(...directKinds),
    ageMs: fc.nat({ max: 8 * dayMs }),
    leftMs: fc.integer({ min: -dayMs, max: 9 * dayMs }),
  })
  const told = fc.array(fc.nat({ max: 9 }), { maxLength: 4 })
  const choice = fc.constantFrom('daily' as const, 'weekly' as const)

  it('keeps quiet hours, one a day and the life of its messages, and is at its time', {
    tags: ['mail-times'],
  }, () => {
    fc.assert(
      fc.property(
        moment,
        zone,
        quietHours,
        choice,
        message,
        told,
        (now, timeZone, quiet, wanted, given, days) => {
          const today = dayOf(now, timeZone)
          const toldDays = new Set(days.map((later) => addDays(today, later)))
          const due = mailDueAt(
            {
              kind: given.kind,
              createdAt: new Date(now.getTime() - given.ageMs),
              expiresAt: new Date(now.getTime() + given.leftMs),
            },
            { now, timeZone, quiet, choice: wanted, told: toldDays },
          )
          if (due === null) return
          expect(due >= now && due.getTime() < now.getTime() + given.leftMs).toBe(true)
          expect(isQuiet(due, timeZone, quiet)).toBe(false)
          expect(toldDays.has(dayOf(due, timeZone))).toBe(false)
          expect(hasTimeOfMail(due, { timeZone, quiet, choice: wanted })).toBe(true)
        },
      ),
      { numRuns: 400 },
    )
  })

  it('is found daily for what holds for two days, and weekly for what holds for eight', () => {
    fc.assert(
      fc.property(moment, zone, choice, fc.nat({ max: dayMs }), (now, timeZone, wanted, ageMs) => {
        const lifeMs = wanted === 'daily' ? 2 * dayMs : 8 * dayMs
        const life = {
          createdAt: new Date(now.getTime() - ageMs),
          expiresAt: new Date(now.getTime() + lifeMs),
        }
        const due = mailDueAt(
          { kind: 'share_decided', ...life },
          { now, timeZone, quiet: night, choice: wanted, told: new Set() },
        )
        expect(due).not.toBeNull()
      }),
      { numRuns: 200 },
    )
  })

  it('is planned whatever the zone and the times are', () => {
    fc.assert(
      fc.property(
        moment,
        fc.string(),
        fc.string(),
        fc.string(),
        message,
        (now, timeZone, from, to, given) => {
          const one = waiting(1, given.kind, {
            createdAt: now,
            expiresAt: new Date(now.getTime() + given.leftMs),
          })
          const plan = mailPlan([one], { ...reader, now, timeZone, quiet: { from, to } })
          expect(plan.letter.length + plan.later.length + plan.gone.length).toBe(1)
        },
      ),
      { numRuns: 200 },
    )
  })
})

/** Whether a minute up to the window before shows the time of the e-mail, or was the end of quiet hours that have it. */
function hasTimeOfMail(
  due: Date,
  { timeZone, quiet, choice }: Pick<MailReader, 'timeZone' | 'quiet' | 'choice'>,
): boolean {
  const wanted = choice === 'daily' ? '17:30' : '15:30'
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  // From the first minute of the window backwards, through the quiet hours before it.
  let isInWindow = true
  for (let ms = due.getTime(); ms > due.getTime() - 3 * dayMs; ms -= minuteMs) {
    const at = new Date(ms)
    isInWindow &&= ms > due.getTime() - mailWindowHours * hourMs
    if (!isInWindow && !isQuiet(at, timeZone, quiet)) return false
    const isDay = choice === 'daily' || weekdayOf(dayOf(at, timeZone)) === 5
    if (isDay && clock.format(at) === wanted) return true
  }
  return false
}

it.each([
  ['sign_in', 'The mail server does not accept the name and the password in SMTP_URL'],
  ['smtp_554', 'The mail server refuses e-mails (smtp_554)'],
])('an administrator reads of %s: %s', (code, text) => {
  expect(mailHaltText(code)).toBe(text)
})
