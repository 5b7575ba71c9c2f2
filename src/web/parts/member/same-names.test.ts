import { expect, test } from 'vitest'
import { nameAmong, noSameNames, sameNamesOf } from './same-names.ts'

const ana = { username: 'ana.lima', displayName: 'Ana Lima' }
const otherAna = { username: 'ana.lima2', displayName: 'ANA Lima' }
const bo = { username: 'bo', displayName: 'Bo' }

test('a name that several people have comes with the username', { tags: ['name-same'] }, () => {
  const same = sameNamesOf([ana, bo, otherAna])
  expect([ana, otherAna, bo].map((person) => nameAmong(same, person))).toEqual([
    'Ana Lima (ana.lima)',
    'ANA Lima (ana.lima2)',
    'Bo',
  ])
})

test('somebody who is listed more than once has the name alone', () => {
  expect(sameNamesOf([ana, bo, ana, ana])).toBe(noSameNames)
  expect(nameAmong(noSameNames, ana)).toBe('Ana Lima')
})
