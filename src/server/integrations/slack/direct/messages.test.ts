import { describe, expect, it } from 'vitest'
import { asDay } from '#domain/days.ts'
import type { PlainNews } from '#domain/direct-messages.ts'
import { blocksVerdict } from '#sandbox/workplace/blocks.ts'
import { directMessage } from './messages.ts'

const sender = { publicUrl: 'https://ovation.test' }
const share = { platform: 'linkedin', points: 50 } as const

describe('the text of a direct message', () => {
  it.each<[PlainNews, string]>([
    [
      { kind: 'streak_danger', facts: { days: 9 } },
      'Your streak stands at 9 days. One report today makes it 10.',
    ],
    [
      { kind: 'share_decided', facts: { ...share, isVerified: true, reason: null } },
      'Your share on LinkedIn was verified and earned 50 points. Thank you.',
    ],
    [
      { kind: 'share_decided', facts: { ...share, isVerified: false, reason: 'The link needs a sign-in' } },
      'Your share on LinkedIn was not accepted.',
    ],
    [
      { kind: 'appeal_decided', facts: { subject: 'share', decision: 'given_back', reason: 'Found it' } },
      'Your appeal for a share was decided: it counts again.',
    ],
    [
      { kind: 'appeal_decided', facts: { subject: 'report', decision: 'upheld', reason: 'Not there' } },
      'Your appeal for a report was decided: the decision stands.',
    ],
    [
      {
        kind: 'achievement_unlocked',
        facts: { achievement: 'First Steps', description: 'Report', points: 0 },
      },
      'You unlocked First Steps.',
    ],
    [
      { kind: 'contest_ending', facts: { title: 'Spring', prize: 'A bike', endDate: asDay('2026-03-14') } },
      '“Spring” ends on March 14. There is still time for a few reports.',
    ],
    [
      { kind: 'week_recap', facts: { reports: 6, risen: 2, bestDay: asDay('2026-03-10') } },
      'Your week: 6 reports, ▲2, best day Tuesday. Have a good weekend.',
    ],
    [
      { kind: 'week_recap', facts: { reports: 1, risen: -3, bestDay: asDay('2026-03-13') } },
      'Your week: 1 report, ▼3, best day Friday. Have a good weekend.',
    ],
    [
      { kind: 'week_recap', facts: { reports: 1_200, risen: null, bestDay: asDay('2026-03-09') } },
      'Your week: 1,200 reports, best day Monday. Have a good weekend.',
    ],
    [
      { kind: 'passed_by', facts: { displayName: 'Ana <!channel>', place: 5 } },
      'Ana &lt;!channel&gt; passed you on the board. You are at place 5 now.',
    ],
  ])('%j', (news, text) => {
    const message = directMessage(news, sender)
    expect(message.text).toBe(text)
    expect(blocksVerdict(message.blocks)).toEqual({ ok: true })
    expect(JSON.stringify(message.blocks)).toContain('<https://ovation.test/profile#notification-settings|')
    expect(message.blocks.at(-1)).toMatchObject({
      type: 'actions',
      elements: [{ action_id: 'direct:fewer', value: news.kind }],
    })
  })

  it('gives the reason of a decision on a line of its own', () => {
    const facts = { ...share, isVerified: false, reason: 'The link\nneeds a <sign-in>' }
    const { blocks } = directMessage({ kind: 'share_decided', facts }, sender)
    expect(JSON.stringify(blocks)).toContain('\\nThe reason: The link needs a &lt;sign-in&gt;\\n')
  })
})
