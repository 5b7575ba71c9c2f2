import { expect, test } from 'vitest'
import { nextTeamColor, teamAverage, teamColors, teamKey } from './teams.ts'

test('an average has one decimal, and is 0 while nobody is active', () => {
  expect([teamAverage(100, 3), teamAverage(0, 4), teamAverage(-5, 2), teamAverage(40, 0)]).toEqual([
    33.3, 0, -2.5, 0,
  ])
})

test('teams get one colour after the other, and then the first again', () => {
  const colors = teamColors.map((_, nth) => nextTeamColor(nth))
  expect(colors).toEqual(teamColors)
  expect(nextTeamColor(teamColors.length)).toBe(teamColors[0])
  expect(colors.every((color) => /^#[0-9a-f]{6}$/.test(color))).toBe(true)
})

test('names are the same team whatever their capitals and the spelling of their accents', () => {
  expect(teamKey('Caf\u00E9 NORTH')).toBe(teamKey('cafe\u0301 north'))
  expect(teamKey('Sales')).not.toBe(teamKey('Sale'))
})
