import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  displayFirstName,
  displayNameFrom,
  displayNameLimit,
  displayNameOf,
  isDisplayName,
  isUsername,
  mixesAlphabets,
  usernameFrom,
  usernameLimit,
} from './names.ts'

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
    ['ana ❤️'],
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
    ['a Mongolian vowel separator', 'ana\u180elima'],
    ['a grapheme joiner', 'ana\u034flima'],
    ['nothing but tag characters', '\u{e0061}\u{e006e}\u{e0061}'],
    ['a variation selector after a letter', 'ana\ufe0f'],
    ['two variation selectors after an emoji', '❤\ufe0f\ufe0f'],
  ])('is refused with %s', (_, name) => {
    expect(isUsername(name)).toBe(false)
  })
})

describe('a word', () => {
  it.each([
    ['a Cyrillic letter among Latin ones', '\u0430dmin'],
    ['a Greek letter among Latin ones', 'ana.lim\u03b1'],
    ['a Greek letter among Cyrillic ones', '\u0438\u03bf\u043d'],
    ['two alphabets and an accent', 'e\u0301\u0430'],
  ])('mixes alphabets with %s', (_, name) => {
    expect(mixesAlphabets(name)).toBe(true)
  })

  it.each([
    'ana.lima',
    'José Peña',
    'Ольга Иванова',
    'Olga Иванова',
    'odysseus.ΟΔΥΣΣΕΥΣ',
    'Ελένη',
    'محمد علي',
    'דנה כהן',
    '李小龙',
    '李Bruce',
    'さくらサクラ',
    '한글',
    'agent.007',
    '🎉 party',
  ])('of "%s" does not', (name) => {
    expect(mixesAlphabets(name)).toBe(false)
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

describe('the name that is shown', () => {
  const derived = (username: string) => displayNameOf({ username, ownName: null, chatName: null })

  it('is the member’s own, otherwise the chat’s, otherwise made of the username', () => {
    const username = 'grace.kamau'
    const chatName = 'Grace Wanjiru'
    expect(displayNameOf({ username, ownName: 'Grace', chatName })).toBe('Grace')
    expect(displayNameOf({ username, ownName: null, chatName })).toBe(chatName)
    expect(derived(username)).toBe('Grace Kamau')
  })

  it.each([
    ['grace.wanjiru.kamau', 'Grace Wanjiru Kamau'],
    ['grace_kamau', 'Grace Kamau'],
    ['..grace._ kamau.', 'Grace Kamau'],
    // Usernames that are made of names keep their hyphens.
    ['mei-ling.chen', 'Mei-Ling Chen'],
    ["sean.o'neil", "Sean O'Neil"],
    ['o’neil', 'O’Neil'],
    ["aisha.ba'ath", "Aisha Ba'ath"],
    ['Ana.LIMA', 'Ana LIMA'],
    ['ronald.McDonald', 'Ronald McDonald'],
    ['agent.007', 'Agent 007'],
    ['7up', '7up'],
    ['émile.zola', 'Émile Zola'],
    ['محمد.علي', 'محمد علي'],
    ['李小龙', '李小龙'],
    ['дмитро.шевченко', 'Дмитро Шевченко'],
    ['ana.lima@brightwater.example', 'Ana Lima'],
    ['ana@', 'Ana@'],
    ['🎉.party', '🎉 Party'],
    ['<b>.bo', '<b> Bo'],
    ['...', '...'],
    ['._.', '._.'],
    ['@.@', '@ @'],
  ])('for the username "%s" is "%s"', (username, expected) => {
    expect(derived(username)).toBe(expected)
  })

  it('is valid for every username that is made of a name', () => {
    fc.assert(
      fc.property(anyText.map(usernameFrom), (username) => {
        fc.pre(username !== '')
        expect(isDisplayName(derived(username)), JSON.stringify(username)).toBe(true)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('a name from another system', () => {
  it.each([
    ['Ana Lima', 'Ana Lima'],
    ['  Ana \n  Lima\t', 'Ana Lima'],
    ['Ana\u00a0Lima', 'Ana Lima'],
    ['Ana\u202e Lima\u200b', 'Ana Lima'],
    ['Ana \u200b Lima', 'Ana Lima'],
    ['Jose\u0301', 'José'],
    ['<!channel> <b>Bo</b>', '<!channel> <b>Bo</b>'],
    ['\u202e\u200b', null],
    [' ', null],
    ['', null],
  ])('"%s" becomes "%s"', (text, expected) => {
    expect(displayNameFrom(text)).toBe(expected)
  })

  it('is cut at 80 characters, never inside one', () => {
    expect(displayNameFrom('🎉'.repeat(200))).toBe('🎉'.repeat(displayNameLimit))
    expect(displayNameFrom(`${'x'.repeat(displayNameLimit - 1)} y`)).toBe('x'.repeat(displayNameLimit - 1))
  })

  it('is valid or nothing, and does not change the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const name = displayNameFrom(text)
        expect(name === null || isDisplayName(name), JSON.stringify(name)).toBe(true)
        expect(displayNameFrom(name ?? '')).toBe(name)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('the name in the greeting', () => {
  it.each([
    ['Ana Lima', 'Ana'],
    ['ana', 'Ana'],
    ['ANA lima', 'ANA'],
    ['émile zola', 'Émile'],
    ['Mei-Ling Chen', 'Mei-Ling'],
    ['J.R. Smith', 'J.R.'],
    ['ليلى حداد', 'ليلى'],
    ['李小龙', '李小龙'],
    ['🎉 Party', '🎉'],
    ['', 'User'],
    ['  ', 'User'],
    [' Lima', 'Lima'],
    ['W'.repeat(20), 'W'.repeat(20)],
    ['W'.repeat(21), `${'W'.repeat(20)}…`],
  ])('for "%s" is "%s"', { tags: ['dashboard-greeting'] }, (displayName, expected) => {
    expect(displayFirstName(displayName)).toBe(expected)
  })
})
