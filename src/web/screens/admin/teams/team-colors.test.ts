import { expect, it } from 'vitest'
import { teamColors } from '#domain/teams.ts'
import { colorName, offeredColors } from './team-colors.ts'

it('every usual colour has a name of its own', () => {
  const names = teamColors.map(colorName)
  expect(new Set(names).size).toBe(teamColors.length)
  expect(names[0]).toBe('Blue')
  expect(colorName('#123456')).toBe('Other colour, #123456')
})

it('a colour in use that is none of the usual ones is offered once, after them', () => {
  expect(offeredColors([teamColors[1], teamColors[0]])).toEqual(teamColors)
  expect(offeredColors(['#123456', '#123456'])).toEqual([...teamColors, '#123456'])
})
