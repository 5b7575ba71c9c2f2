import { describe, expect, it } from 'vitest'
import { asDay } from '#domain/days.ts'
import type { PlainNews } from '#domain/direct-messages.ts'
import { confirmationMail, mailPart, newsMail } from './messages.ts'

const publicUrl = 'https://ovation.test'
const badge: PlainNews = {
  kind: 'achievement_unlocked',
  facts: { achievement: 'First Steps', description: 'Report', points: 10 },
}
const mailOf = (news: readonly PlainNews[], choice: 'daily' | 'weekly' = 'daily') =>
  newsMail(
    news.map((each) => ({ kind: each.kind, part: mailPart(each, publicUrl) })),
    { publicUrl, choice, token: 'token' },
  )
const share = { platform: 'linkedin', points: 50 } as const

describe('the subject', () => {
  it.each<[readonly PlainNews[], string]>([
    [[badge, badge], 'Your day at Ovation: 2 badges'],
    [
      [
        { kind: 'streak_danger', facts: { days: 9 } },
        { kind: 'appeal_decided', facts: { subject: 'share', decision: 'upheld', reason: 'No' } },
        { kind: 'share_decided', facts: { ...share, isVerified: true, reason: null } },
        badge,
        { kind: 'contest_ending', facts: { title: 'Spring', prize: null, endDate: asDay('2026-03-14') } },
        { kind: 'week_recap', facts: { reports: 6, risen: 2, bestDay: asDay('2026-03-10') } },
        { kind: 'passed_by', facts: { displayName: 'Bo', place: 5 } },
      ],
      'Your day at Ovation: your streak ends today, 2 decisions, 1 badge, a contest ends soon, how your week was, somebody passed you',
    ],
  ])('counts what the e-mail says: %j', (news, subject) => {
    expect(mailOf(news).subject).toBe(subject)
  })

  it('names the week in a weekly mail', () => {
    expect(mailOf([badge], 'weekly').subject).toBe('Your week at Ovation: 1 badge')
  })
})

describe('the text', () => {
  it('has the sentences of the direct messages, each with where it leads', { tags: ['mail-sent'] }, () => {
    const { text } = mailOf([badge])
    expect(text).toBe(`Your day at Ovation

You unlocked First Steps and earned 10 points.
Report
See your achievements: https://ovation.test/profile?tab=achievements

--

You get this every day at 17:30, when there is news, because you chose so in your profile.
Your notifications: https://ovation.test/profile#notification-settings

Stop these e-mails: https://ovation.test/unsubscribe/token
`)
  })

  it('shows at most thirty messages and counts the rest', () => {
    const { text } = mailOf(Array.from({ length: 33 }, () => badge))
    expect(text.split('You unlocked')).toHaveLength(31)
    expect(text).toContain('And 3 more.')
  })
})

describe('what people wrote', () => {
  const hostile = '</bdi><script>alert(1)</script>\r\nBcc: x@y.test\r\n\r\n“&quot;”\u202e'
  const news: readonly PlainNews[] = [
    { kind: 'passed_by', facts: { displayName: hostile, place: 5 } },
    { kind: 'share_decided', facts: { ...share, isVerified: false, reason: hostile } },
    { kind: 'contest_ending', facts: { title: hostile, prize: hostile, endDate: asDay('2026-03-14') } },
  ]

  it('stays text on one line, and out of the head of the mail', { tags: ['mail-hostile'] }, () => {
    const { html, text, subject, headers } = mailOf(news)
    expect(html).not.toMatch(/<script/i)
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Bcc: x@y.test')
    expect(text).not.toMatch(/^Bcc:/m)
    expect(text).not.toContain('\u202e')
    expect(`${subject}${JSON.stringify(headers)}`).not.toMatch(/Bcc|script|\\r|\\n/)
  })

  it('is cut where it is long', () => {
    const long = mailOf([{ kind: 'passed_by', facts: { displayName: 'x'.repeat(5_000), place: 5 } }])
    expect(long.text.length).toBeLessThan(1_000)
  })
})

it('nothing is loaded from elsewhere, and no colour hides the text in a dark theme', {
  tags: ['mail-sent'],
}, () => {
  const { html } = mailOf([badge])
  expect(html).not.toMatch(/<img|<link|<script|url\(|background|@import/i)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).not.toMatch(/[;"]color:(?!inherit)/)
})

it('the e-mail that confirms an address says who asks and what happens without an answer', {
  tags: ['mail-confirm'],
}, () => {
  const { subject, text, headers } = confirmationMail({ publicUrl, token: 'abc' })
  expect(subject).toBe('Confirm your address for Ovation')
  expect(text).toContain('Confirm this address: https://ovation.test/confirm-address/abc')
  expect(text).toContain('If it is not you, do nothing')
  expect(headers).not.toHaveProperty('List-Unsubscribe')
})
