import { expect, it } from 'vitest'
import { type Departure, nextToFocus, type Phase, stillDeparting, withDepartures } from './departures.ts'

interface Row {
  readonly id: string
}

const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }]

function departing(...entries: [row: Row, place: number, phase: Phase][]): Map<string, Departure<Row>> {
  return new Map(entries.map(([row, place, phase]) => [row.id, { row, place, phase, note: '' }]))
}

it.each([
  ['nothing is on its way', [a, b, c], departing(), [a, b, c]],
  ['a row that is gone is hidden', [a, b, c], departing([b, 1, 'gone']), [a, c]],
  ['a leaving row stays while the list has it', [a, b, c], departing([b, 1, 'leaving']), [a, b, c]],
  ['a leaving row keeps its place without the list', [a, c], departing([b, 1, 'leaving']), [a, b, c]],
  ['so does one that its reviewer writes in', [b, c], departing([a, 0, 'open']), [a, b, c]],
  ['and one that says what a colleague did', [a], departing([c, 5, 'told']), [a, c]],
] as const)('%s', { tags: ['review-leaves'] }, (_, rows, departures, shown) => {
  expect(withDepartures<Row>(rows, departures)).toEqual(shown)
})

it('forgets a row that is gone once the list has been read without it, so that it can come back', {
  tags: ['review-undo'],
}, () => {
  const departures = departing([a, 0, 'gone'], [b, 1, 'leaving'])
  expect(stillDeparting([a, b], departures)).toBe(departures)
  expect([...stillDeparting<Row>([b, c], departures).keys()]).toEqual(['b'])
})

it.each([
  ['the next', [a, b, c], ['b'], c],
  ['the one before at the end', [a, b, c], ['c'], b],
  ['none when it was the last', [a], ['a'], null],
  ['the first that stays when many leave', [a, b, c], ['a', 'b'], c],
] as const)('hands the focus to %s', { tags: ['review-focus'] }, (_, rows, leaving, next) => {
  expect(nextToFocus<Row>(rows, departing(), new Set(leaving))).toBe(next)
})

it('hands the focus to no row that is leaving itself', { tags: ['review-focus'] }, () => {
  expect(nextToFocus<Row>([a, b, c], departing([b, 1, 'leaving']), new Set(['a']))).toBe(c)
})
