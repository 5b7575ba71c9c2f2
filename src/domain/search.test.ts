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
      expect(searchOf(text)).toEqual({ kind: 'part', pattern })
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
})
