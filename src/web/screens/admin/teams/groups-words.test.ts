import { expect, it } from 'vitest'
import type { SlackGroup } from '#contract/team-groups.ts'
import type { TeamId } from '#domain/ids.ts'
import { absentText, groupText, hasEffect, outcomeText, severalText } from './groups-words.ts'

const group: SlackGroup = {
  id: 'S1',
  name: 'Sales',
  handle: 'sales',
  size: 4,
  present: 3,
  absent: ['Bo'],
  team: null,
}
const team = { id: 'x' as TeamId, name: 'Field' }

it('a group says what it would become', () => {
  expect(groupText(group)).toBe('@sales · 4 people, 3 of them members here · new team')
  expect(groupText({ ...group, present: 4, team: { ...team, isFollowing: false } })).toBe(
    '@sales · 4 people, all members here · will be the team Field',
  )
  expect(groupText({ ...group, team: { ...team, isFollowing: true } })).toContain(
    'followed by the team Field',
  )
})

it('a group says who is no member', () => {
  expect(absentText(group)).toBe('Not members here: Bo')
  expect(absentText({ ...group, size: 9 })).toBe('Not members here: Bo and 5 more')
  expect(absentText({ ...group, size: 5, absent: [] })).toBe('2 people not members here')
  expect(absentText({ ...group, size: 3, absent: [] })).toBe('')
})

it('an outcome is counted in words, before and after', () => {
  const none = { isPreview: true, newTeams: [], linkedTeams: [], unlinkedTeams: [], moved: 0 }
  expect([outcomeText(none), hasEffect(none)]).toEqual(['0 members to move', false])
  const some = { isPreview: false, newTeams: ['A', 'B'], linkedTeams: ['C'], unlinkedTeams: ['D'], moved: 1 }
  expect([outcomeText(some), hasEffect(some)]).toEqual([
    '2 new teams, 1 team linked, 1 team unlinked, 1 member moved',
    true,
  ])
})

it('says how many are in several groups', () => {
  expect(severalText({ several: 0 })).toBe('')
  expect(severalText({ several: 1 })).toContain('1 member is in several of the groups')
  expect(severalText({ several: 2 })).toContain('2 members are in several of the groups')
})
