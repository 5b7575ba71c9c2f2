import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anglesFor, onOneLine, repeatedAngle } from './angles.ts'
import { asId, type PostId, type UserId } from './ids.ts'

const angles = ['What you built', 'Who it helped', 'What you would do again']
const members = 3_000
const idOf = <Of extends 'post' | 'user'>(nth: number) =>
  asId<Of>(`0190b6f0-0000-7000-8000-${nth.toString(16).padStart(12, '0')}`)
const anyAngles = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 3 })
const anyPost = fc.uuid().map((text): PostId => asId(text))
const anyMember = fc.uuid().map((text): UserId => asId(text))

/** For how many of these members each angle is first. */
function firstCounts(ofMember: (nth: number) => string[]): number[] {
  const firsts = Array.from({ length: members }, (_, nth) => ofMember(nth)[0])
  return angles.map((angle) => firsts.filter((first) => first === angle).length)
}

describe('the order of angles', () => {
  test('has every angle once, and is always the same for a member and a post', {
    tags: ['angles-order'],
  }, () => {
    fc.assert(
      fc.property(anyAngles, anyPost, anyMember, (given, postId, userId) => {
        const ordered = anglesFor(given, { postId, userId })
        expect(ordered.toSorted()).toEqual(given.toSorted())
        expect(anglesFor(given, { postId, userId })).toEqual(ordered)
      }),
    )
  })

  test('has each angle first for about a third of the members, whose ids are much alike', {
    tags: ['angles-order'],
  }, () => {
    for (const postId of [1, 2, 3].map((nth) => idOf<'post'>(nth))) {
      for (const count of firstCounts((nth) => anglesFor(angles, { postId, userId: idOf(nth) }))) {
        expect(count).toBeGreaterThan(members / 3 - 150)
        expect(count).toBeLessThan(members / 3 + 150)
      }
    }
  })

  test('has each angle first on about a third of the posts that a member reads', {
    tags: ['angles-order'],
  }, () => {
    for (const count of firstCounts((nth) => anglesFor(angles, { postId: idOf(nth), userId: idOf(1) }))) {
      expect(count).toBeGreaterThan(members / 3 - 150)
      expect(count).toBeLessThan(members / 3 + 150)
    }
  })

  test('comes in all six forms, each for about as many members', { tags: ['angles-order'] }, () => {
    const orders = Array.from({ length: members }, (_, nth) =>
      anglesFor(angles, { postId: idOf(7), userId: idOf(nth) }).join(),
    )
    const counts = [...Map.groupBy(orders, (order) => order).values()].map(({ length }) => length)
    expect(counts).toHaveLength(6)
    expect(Math.min(...counts)).toBeGreaterThan(members / 6 - 120)
  })

  test('differs in its first angle for about two thirds of the pairs of colleagues', {
    tags: ['angles-order'],
  }, () => {
    const first = (nth: number) => anglesFor(angles, { postId: idOf(9), userId: idOf(nth) })[0]
    const different = Array.from({ length: members - 1 }, (_, nth) => first(nth) !== first(nth + 1))
    expect(different.filter(Boolean).length / different.length).toBeGreaterThan(0.6)
  })
})

describe('an angle', () => {
  test.each([
    ['line breaks', 'What you\r\nbuilt\u2028here', 'What you built here'],
    ['white space in a row and around it', '  What \t\u00a0 you built ', 'What you built'],
  ])('is on one line, without %s', { tags: ['angles-limits'] }, (_what, text, shown) => {
    expect(onOneLine(text)).toBe(shown)
  })

  test.each<[string, string[], number | null]>([
    ['another case', ['What you built', 'Who it helped', 'WHAT YOU BUILT'], 2],
    ['other white space', ['What you built', ' What  you\nbuilt '], 1],
    ['full-width letters', ['Why', 'Ｗｈｙ'], 1],
    ['nothing but empty ones in common', ['', 'Why', ' '], null],
    ['other words', angles, null],
  ])('is the same as one with %s: %j', { tags: ['angles-limits'] }, (_what, given, place) => {
    expect(repeatedAngle(given)).toBe(place)
  })
})
