import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { displayFirstName, isUsername, usernameFrom, usernameLimit } from './names.ts'

/** Any code points, lone surrogates included. */
const anyText = fc
  .array(fc.oneof(fc.nat({ max: 0x10ffff }), fc.nat({ max: 0x2fff }), fc.constantFrom(0x20, 0x2e)), {
    maxLength: 100,
  })
  .map((points) => String.fromCodePoint(...points))

describe('a username', () => {
  it.each([
    ['ana.lima'],
    ['a'],
    ['Zoë'],
    ['李小龙'],
    ['محمد.علي'],
    ['🎉 party'],
    ['👩🏽.engineer'],
    ['x'.repeat(usernameLimit)],
    // Counted in code points, not in UTF-16 code units.
    ['🎉'.repeat(usernameLimit)],
  ])('may be "%s"', (name) => {
    expect(isUsername(name)).toBe(true)
  })

  it.each([
    ['no characters', ''],
    ['only blanks', '   '],
    ['more than 64 characters', 'x'.repeat(usernameLimit + 1)],
    ['a line break', 'ana\nlima'],
    ['a null character', 'ana\u0000'],
    ['a bidi override', 'ana\u202egnp.exe'],
    ['a bidi isolate', 'ana\u2066lima'],
    ['a zero-width character', 'ana\u200blima'],
    ['a soft hyphen', 'ana\u00adlima'],
    ['a lone surrogate', 'ana\ud83d'],
    ['a byte order mark', '\ufeffana'],
    ['an invisible letter', '\u3164'],
    ['an empty Braille cell', 'ana\u2800lima'],
  ])('is refused with %s', (_, name) => {
    expect(isUsername(name)).toBe(false)
  })
})

describe('the username derived from a full name', () => {
  it.each([
    ['Ana Lima', 'ana.lima'],
    ['  Ana   Maria  Lima ', 'ana.maria.lima'],
    ['Dr. Ana Lima', 'dr.ana.lima'],
    ['...Ana...', 'ana'],
    ['José Peña', 'josé.peña'],
    ['Jose\u0301', 'josé'],
    ['محمد علي', 'محمد.علي'],
    ['🎉 Party', '🎉.party'],
    ['a\u202enimda', 'animda'],
    ['', ''],
    [' . . ', ''],
  ])('"%s" becomes "%s"', (fullName, expected) => {
    expect(usernameFrom(fullName)).toBe(expected)
  })

  it('is cut at 64 characters, never inside one', () => {
    expect(usernameFrom('🎉'.repeat(100))).toBe('🎉'.repeat(usernameLimit))
  })

  it('is valid or empty, whatever the full name is', () => {
    fc.assert(
      fc.property(anyText, (fullName) => {
        const username = usernameFrom(fullName)
        expect(username === '' || isUsername(username), JSON.stringify(username)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })

  it('does not change when it is derived from itself', () => {
    fc.assert(
      fc.property(anyText, (fullName) => {
        const username = usernameFrom(fullName)
        expect(usernameFrom(username)).toBe(username)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the name in the greeting', () => {
  it.each([
    ['ana.lima', 'Ana'],
    ['ana', 'Ana'],
    ['ANA.lima', 'ANA'],
    ['émile.zola', 'Émile'],
    ['李小龙', '李小龙'],
    ['🎉.party', '🎉'],
    ['', 'User'],
    ['.lima', 'User'],
    [' .lima', 'User'],
  ])('for "%s" is "%s"', (username, expected) => {
    expect(displayFirstName(username)).toBe(expected)
  })
})
