import { describe, expect, it } from 'vitest'
import { adjustPoints } from '#contract/ledger.schema.ts'
import { asId } from '#domain/ids.ts'
import { correctionIn, pointsText } from './points-fields.ts'

const userId = asId<'user'>('01890a5d-ac96-774b-bcce-b302099a8057')
const reason = 'Counted twice by mistake'
const amountOf = (amount: string) => correctionIn(userId, { amount, reason }).amount
const problemsOf = (amount: string) =>
  adjustPoints.body
    .safeParse(correctionIn(userId, { amount, reason }))
    .error?.issues.map(({ path }) => path[0])

describe('the amount of a correction', () => {
  it.each([
    ['25', 25],
    [' +25 ', 25],
    ['-25', -25],
    // As the product itself writes it.
    ['−1,200', -1_200],
    ['0', 0],
  ])('is read from %j', (text, amount) => {
    expect(amountOf(text)).toBe(amount)
  })

  it.each(['', 'ten', '1.5', '1e3', '--5', '0', '100001', '-100001'])(
    'is refused at its field: %j',
    (text) => {
      expect(problemsOf(text)).toEqual(['amount'])
    },
  )

  it.each(['1', '-1', '100000', '-100000'])('is accepted: %s', (text) => {
    expect(problemsOf(text)).toBeUndefined()
  })
})

it('points are counted in words', () => {
  expect([0, 1, 1_204].map(pointsText)).toEqual(['0 points', '1 point', '1,204 points'])
})
