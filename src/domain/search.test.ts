import { describe, expect, it } from 'vitest'
import { searchOf } from './search.ts'

describe('a search', () => {
  it.each([
    ['ada', '%ada%'],
    ['Ada Olsen', '%Ada Olsen%'],
    ['100%_\\', '%100\\%\\_\\\\%'],
    ['.l', '%.l%'],
    ['王小明', '%王小明%'],
  ])(
    'for %s looks for that part of a text, every character as it is',
    { tags: ['lists-bounded'] },
    (text, pattern) => {
      expect(searchOf(text)).toEqual({ kind: 'part', pattern, indexed: pattern })
    },
  )

  it.each(['a', 'ad', 'É', '王伟', '7'])('for %s looks for words that begin with it', (text) => {
    const { kind, pattern } = searchOf(text)
    const finds = (words: string) => new RegExp(pattern).test(words)
    expect([kind, finds(`\n${text}x`), finds(`\nx.${text}`), finds(`\nx${text}`)]).toEqual([
      'start',
      true,
      true,
      false,
    ])
  })

  it.each(['@', '%%', '--', 'a.', '🦊'])('for %s is one that no index serves', (text) => {
    expect(searchOf(text).kind).toBe('near')
  })

  describe('of which a part is in most texts', () => {
    const sample = Array.from({ length: 100 }, (_, nth) => `\nada olsen ${nth}\nmember.${7000 + nth}\n`)

    it.each([
      ['member.7777', '%.7777%'],
      ['MEMBER.7777', '%.7777%'],
      ['member.7777 and Kim', '%.7777 and Kim%'],
      ['Kim member.77%', '%Kim me%.77\\%%'],
      ['member.', '%member.%'],
      ['Ada Olsen', '%Ada Olsen%'],
      ['😀member.7777', '%😀me%.7777%'],
    ])('looks for %s by what few contain', { tags: ['lists-bounded'] }, (text, indexed) => {
      expect(searchOf(text, sample)).toEqual({
        kind: 'part',
        pattern: `%${text.replace('%', '\\%')}%`,
        indexed,
      })
    })

    it('looks for the whole text where a capital sigma could be cut from what follows it', () => {
      const names = sample.map((each) => `${each}αννα\n`)
      expect(searchOf('ΟΔΟΣΑΝΝΑ', names).indexed).toBe('%ΟΔΟΣΑΝΝΑ%')
      expect(searchOf('οδοσαννα', names).indexed).toBe('%οδοσαν%')
    })

    it('looks for the whole text where the sample is too small to tell', () => {
      expect(searchOf('member.7777', sample.slice(0, 9)).indexed).toBe('%member.7777%')
    })
  })
})
