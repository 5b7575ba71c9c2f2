import { expect, it } from 'vitest'
import type { AuditEntry } from '#contract/audit.ts'
import { asId } from '#domain/ids.ts'
import { absoluteTime } from '#web/ui/time-words.ts'
import { actionText, factsOf, nounName, subjectText } from './audit-words.ts'

const entry: AuditEntry = {
  id: asId('0197f000-0000-7000-8000-000000000001'),
  actor: null,
  action: 'contest.update',
  subject: '0197f000-0000-7000-8000-000000000002',
  subjectName: null,
  details: {},
  ip: null,
  createdAt: '2026-03-11T10:00:00.000Z',
}

it('an action is named in plain words, or by its code if it has none', () => {
  expect(actionText('contest.update')).toBe('Changed a contest')
  expect(actionText('kettle.boil')).toBe('kettle.boil')
  expect([nounName('points-config'), nounName('kettle')]).toEqual(['Points rules', 'kettle'])
})

it('a subject has its current name, else its former name, else its id', {
  tags: ['admin-settings-subject'],
}, () => {
  const details = { before: { title: 'Spring contest' } }
  expect(subjectText({ ...entry, subjectName: 'Summer contest', details })).toBe('Summer contest')
  expect(subjectText({ ...entry, details })).toBe('Spring contest')
  expect(subjectText(entry)).toBe(entry.subject)
  expect(subjectText({ ...entry, details: { after: { actionType: 'link_click' } } })).toBe('Link click')
  expect(subjectText({ ...entry, subject: 'slack' })).toBe('Slack')
  expect(subjectText({ ...entry, subject: null })).toBe('')
})

it('a download reads as the file and the days that it is about', { tags: ['audit-downloads'] }, () => {
  const details = { from: '2026-03-01', to: '2026-03-07' }
  const download = { ...entry, action: 'file.download', subject: 'posts.csv', details }
  expect([actionText(download.action), nounName('file'), subjectText(download)]).toEqual([
    'Downloaded a file',
    'Downloads',
    'posts.csv',
  ])
  expect(factsOf(download)).toEqual([
    { name: 'from', after: '2026-03-01' },
    { name: 'to', after: '2026-03-07' },
  ])
})

it('a team is named as it was, and a list of teams by what it is about', () => {
  const created = { ...entry, action: 'team.create', details: { after: { name: 'Sales', members: 2 } } }
  expect([actionText(created.action), subjectText(created)]).toEqual(['Created a team', 'Sales'])
  const imported = { ...entry, action: 'team.import', subject: 'teams', details: { lines: 3, newTeams: 1 } }
  expect([actionText(imported.action), subjectText(imported)]).toEqual([
    'Imported teams from a list',
    'Teams',
  ])
  expect(factsOf(imported)).toEqual([
    { name: 'lines', after: '3' },
    { name: 'new teams', after: '1' },
  ])
})

it('a change shows only the changed fields, each with its old value', {
  tags: ['admin-settings-before'],
}, () => {
  const details = {
    before: { id: '1', title: 'Spring', prize: null, isActive: true, tags: ['a'], updatedAt: '1' },
    after: { id: '1', title: 'Spring', prize: 'A kettle', isActive: false, tags: ['a', 'b'], updatedAt: '2' },
  }
  expect(factsOf({ details })).toEqual([
    { name: 'prize', before: 'none', after: 'A kettle' },
    { name: 'is active', before: 'yes', after: 'no' },
    { name: 'tags', before: '["a"]', after: '["a","b"]' },
  ])
})

it('a creation or deletion shows every field that had a value', () => {
  const contest = { id: '1', title: 'Spring', prize: null, startDate: '2026-03-01' }
  expect(factsOf({ details: { after: contest } })).toEqual([
    { name: 'title', after: 'Spring' },
    { name: 'start date', after: '2026-03-01' },
  ])
  expect(factsOf({ details: { before: contest } })).toEqual([
    { name: 'title', before: 'Spring' },
    { name: 'start date', before: '2026-03-01' },
  ])
})

it('an instant is shown as the time that a reader has', () => {
  const at = '2026-03-11T10:00:00.000Z'
  const details = { before: { publishedAt: null }, after: { publishedAt: at } }
  expect(factsOf({ details })).toEqual([{ name: 'published at', before: 'none', after: absoluteTime(at) }])
  expect(absoluteTime(at)).toContain('Mar 11, 2026')
})

it('other details are shown unchanged, except empty ones', () => {
  expect(factsOf({ details: { method: 'POST', route: '/api/posts', failure: null, sessions: 2 } })).toEqual([
    { name: 'method', after: 'POST' },
    { name: 'route', after: '/api/posts' },
    { name: 'sessions', after: '2' },
  ])
})
