import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type PlacedMember, planLinks, planMoves, teamNameOf } from './team-groups.ts'
import { teamKey, teamNameLimit } from './teams.ts'

const group = (id: string, name: string, handle = id.toLowerCase()) => ({ id, name, handle })
const team = (id: string, name: string, groupId: string | null = null) => ({ id, name, groupId })
const linksOf = (plan: ReturnType<typeof planLinks<string>>) =>
  plan.links.map((link) => `${link.group.id} ${link.team ?? 'new'} ${link.name}`)

describe('the teams of chosen groups', () => {
  it('are new, or those of the same name', () => {
    const plan = planLinks([group('S2', 'Sales'), group('S1', 'Design')], [team('a', 'SALES')])
    expect(linksOf(plan)).toEqual(['S1 new Design', 'S2 a SALES'])
    expect(plan.unlinked).toEqual([])
  })

  it('stay those that follow them, whatever their names are by now', () => {
    const plan = planLinks([group('S1', 'Sales')], [team('a', 'Field', 'S1'), team('b', 'Sales')])
    expect(linksOf(plan)).toEqual(['S1 a Field'])
  })

  it('let the other teams follow none', () => {
    expect(planLinks([], [team('a', 'Sales', 'S1'), team('b', 'Design')]).unlinked).toEqual(['a'])
  })

  it('are those of their name whose group is not chosen, so that a group made anew finds its team', () => {
    const plan = planLinks([group('S9', 'Sales')], [team('a', 'Sales', 'S1')])
    expect([linksOf(plan), plan.unlinked]).toEqual([['S9 a Sales'], []])
  })

  it('get a number where another chosen team has their name', () => {
    const plan = planLinks(
      [group('S1', 'Sales'), group('S2', 'sales'), group('S3', 'Design')],
      [team('a', 'Sales', 'S3')],
    )
    expect(linksOf(plan)).toEqual(['S3 a Sales', 'S2 new sales 2', 'S1 new Sales 3'])
  })

  it.each([
    ['  Sales\u0000\n North ', 'x', 'Sales North'],
    ['', 'sales-north', 'sales-north'],
    [' ', ' ', 'Team'],
    ['😀'.repeat(40), 'x', '😀'.repeat(30)],
  ])('are named after %j @%s', (name, handle, expected) => {
    expect(teamNameOf({ name, handle })).toBe(expected)
  })

  it('have different names, each short enough, and no team follows two groups', () => {
    const names = fc.constantFrom('Sales', 'sales', 'S'.repeat(60), 'S'.repeat(80), '')
    const groups = fc.uniqueArray(fc.record({ id: fc.nat(9), name: names }), { selector: ({ id }) => id })
    const teams = fc.uniqueArray(
      fc.record({ id: fc.nat(99), name: fc.constantFrom('Sales', 'Design', 'S'.repeat(60)) }),
      { selector: ({ name }) => name, comparator: 'IsStrictlyEqual' },
    )
    fc.assert(
      fc.property(groups, teams, (chosen, present) => {
        const plan = planLinks(
          chosen.map(({ id, name }) => group(`S${id}`, name)),
          present.map(({ id, name }) => team(name, name, id > 50 ? null : `S${id % 10}`)),
        )
        expect(plan.links).toHaveLength(chosen.length)
        const made = plan.links.filter((link) => link.team === null).map(({ name }) => teamKey(name))
        const all = [...made, ...present.map(({ name }) => teamKey(name))]
        expect(new Set(all).size).toBe(all.length)
        expect(plan.links.every(({ name }) => name.length <= teamNameLimit)).toBe(true)
        const followers = plan.links.flatMap((link) => link.team ?? [])
        expect(new Set([...followers, ...plan.unlinked]).size).toBe(followers.length + plan.unlinked.length)
      }),
    )
  })
})

const member = (id: string, teamId: string | null, isDisabled = false) => ({
  id,
  chatId: id.toUpperCase(),
  teamId,
  isDisabled,
})
const following = (id: string, ...people: string[]) => ({ id, people: new Set(people) })
const movesOf = (
  teams: Parameters<typeof planMoves<string, string>>[0],
  members: readonly PlacedMember<string, string>[],
  lost: readonly string[] = [],
) => planMoves(teams, members, new Set(lost))

describe('the moves that follow groups', () => {
  it('put people into the team of their group, from any other, and take them out when they leave it', () => {
    const members = [member('ana', null), member('ben', 'hand'), member('cy', 'sales'), member('di', 'hand')]
    expect(movesOf([following('sales', 'ANA', 'BEN', 'NOBODY')], members).moves).toEqual([
      { id: 'ana', from: null, to: 'sales' },
      { id: 'ben', from: 'hand', to: 'sales' },
      { id: 'cy', from: 'sales', to: null },
    ])
  })

  it('leave whoever is in several groups where they are, or put them into the first', () => {
    const teams = [following('design', 'ANA', 'BEN'), following('sales', 'ANA', 'BEN')]
    expect(movesOf(teams, [member('ana', 'sales'), member('ben', 'hand')])).toEqual({
      moves: [{ id: 'ben', from: 'hand', to: 'design' }],
      several: [
        { id: 'ana', teams: ['design', 'sales'], to: 'sales' },
        { id: 'ben', teams: ['design', 'sales'], to: 'design' },
      ],
    })
  })

  it('leave disabled members, members of a team whose group is gone, and people outside the chat alone', () => {
    const outside = { id: 'eve', chatId: null, teamId: 'hand', isDisabled: false }
    const members = [member('ana', 'sales', true), member('ben', 'gone'), outside]
    expect(movesOf([following('design', 'ANA', 'BEN'), following('sales')], members, ['gone'])).toEqual({
      moves: [],
      several: [],
    })
  })

  it('are complete: afterwards nothing more has to move, and each team has the people of its group', () => {
    const ids = ['a', 'b', 'c', 'd'] as const
    const teamIds = fc.option(fc.constantFrom(...ids, 'hand', 'gone'))
    const members = fc.uniqueArray(
      fc.record({ id: fc.constantFrom(...'pqrstuvw'), teamId: teamIds, isDisabled: fc.boolean() }),
      { selector: ({ id }) => id },
    )
    const people = fc.array(fc.constantFrom(...'PQRSTUVWXYZ')).map((list) => new Set(list))
    const teams = fc.uniqueArray(fc.record({ id: fc.constantFrom(...ids), people }), {
      selector: ({ id }) => id,
    })
    fc.assert(
      fc.property(members, teams, (placed, followed) => {
        const before = placed.map(({ id, teamId, isDisabled }) => member(id, teamId, isDisabled))
        const to = new Map(movesOf(followed, before, ['gone']).moves.map((move) => [move.id, move.to]))
        const after = before.map((each) => ({
          ...each,
          teamId: to.has(each.id) ? (to.get(each.id) ?? null) : each.teamId,
        }))
        expect(movesOf(followed, after, ['gone']).moves).toEqual([])
        for (const { id, chatId, teamId, isDisabled } of after) {
          if (isDisabled || teamId === 'gone') {
            expect(to.has(id)).toBe(false)
            continue
          }
          const own = followed.filter((each) => each.people.has(chatId)).map((each) => each.id)
          if (own.length > 0) expect(own).toContain(teamId)
          else expect(followed.map((each) => each.id)).not.toContain(teamId)
        }
      }),
    )
  })
})
