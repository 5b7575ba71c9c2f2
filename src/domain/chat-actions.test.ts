import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chatActionIds, chatActionOf, chatCommands, typedCommand } from './chat-actions.ts'
import { interactionTypes } from './vocabulary.ts'

const id = '0198f2a0-0000-7000-8000-000000000001'

describe('a pressed button', () => {
  test.each(interactionTypes)('reports a %s', { tags: ['chat-press-reports'] }, (type) => {
    expect(chatActionOf(chatActionIds.report[type], id)).toEqual({ kind: 'report', type, postId: id })
  })

  test('undoes, verifies, rejects, and decides an appeal', () => {
    expect(chatActionOf('undo', id)).toEqual({ kind: 'undo', interactionId: id })
    expect(chatActionOf('share:verify', id)).toEqual({ kind: 'verify', shareId: id })
    expect(chatActionOf('share:reject', id)).toEqual({ kind: 'reject', shareId: id })
    expect(chatActionOf('appeal:give-back', id)).toEqual({ kind: 'give-back', appealId: id })
    expect(chatActionOf('appeal:uphold', id)).toEqual({ kind: 'uphold', appealId: id })
    expect(chatActionOf('direct:fewer', 'badge')).toEqual({ kind: 'fewer' })
  })

  test('does nothing if it only opens an address, is unknown, or names no id', () => {
    expect(chatActionOf(chatActionIds.open, id)).toBeNull()
    expect(chatActionOf('report:love', id)).toBeNull()
    expect(chatActionOf('report:like', 'post 1')).toBeNull()
    fc.assert(fc.property(fc.string(), fc.string(), (name, value) => chatActionOf(name, value) === null))
  })
})

describe('a typed command', () => {
  test('is one of five words, in any case, and points without a word', { tags: ['chat-commands'] }, () => {
    for (const word of chatCommands) expect(typedCommand(` ${word.toUpperCase()} `).kind).toBe(word)
    expect(typedCommand('')).toEqual({ kind: 'points' })
    expect(typedCommand('   ')).toEqual({ kind: 'points' })
    expect(typedCommand('boards')).toEqual({ kind: 'unknown' })
  })

  test('to share reads the link as chats write it, and the words behind it', {
    tags: ['chat-commands'],
  }, () => {
    const link = 'https://www.linkedin.com/posts/1?a=1&b=2'
    const written = link.replaceAll('&', '&amp;')
    expect(typedCommand(`share ${link}`)).toEqual({ kind: 'share', link, message: null })
    expect(typedCommand(`share <${written}>`)).toEqual({ kind: 'share', link, message: null })
    expect(typedCommand(`share <${written}|linkedin.com> our  news`)).toEqual({
      kind: 'share',
      link,
      message: 'our news',
    })
    expect(typedCommand('share')).toEqual({ kind: 'share', link: '', message: null })
  })

  test('reads any text', () => {
    fc.assert(fc.property(fc.string(), (text) => typeof typedCommand(text).kind === 'string'))
  })
})
