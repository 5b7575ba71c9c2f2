import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ChatNotification } from '#domain/chat.ts'
import { asDay } from '#domain/days.ts'
import { questActions } from '#domain/quests.ts'
import { platforms } from '#domain/vocabulary.ts'
import { blocksVerdict } from '#sandbox/workplace/blocks.ts'
import type { ChatMessage, MessageBlock } from '../blocks/messages.ts'
import { instructionsMessage, messageFor } from './messages.ts'

const sender = { publicUrl: 'https://ovation.example.net', workspaceName: null }
const post: Extract<ChatNotification, { kind: 'new_post' }> = {
  kind: 'new_post',
  platform: 'tiktok',
  authorName: 'Brightwater',
  content: 'We have news.',
  postUrl: null,
  isTest: false,
}

describe('user text', () => {
  const quote = (content: string) => textIn(messageFor({ ...post, content }, sender).blocks[2])

  test.each([
    ['a mention of everybody', '<!channel> look', '> &lt;!channel&gt; look'],
    ['a mention of somebody', 'ask <@U123>', '> ask &lt;@U123&gt;'],
    ['a link in disguise', '<https://evil.test|login>', '> &lt;https://evil.test|login&gt;'],
    ['text that is already escaped', 'R&D &amp; &lt;!here&gt;', '> R&amp;D &amp;amp; &amp;lt;!here&amp;gt;'],
    ['line breaks', 'one\r\ntwo\n\n\n\nthree\n', '> one\n> two\n> \n> three'],
    ['right-to-left text', 'שלום עולם', '> שלום עולם'],
    ['marks that reverse the direction of text', 'pay \u202e001$\u202c \u2066now\u2069', '> pay 001$ now'],
    ['control characters and lone surrogates', 'a\u0007b\ud83dc', '> a b\ufffdc'],
  ])('is shown as plain text: %s', { tags: ['sec-61'] }, (_what, content, shown) => {
    expect(quote(content)).toBe(shown)
  })

  test('is cut between visible characters, before it is escaped', () => {
    const family = '👩‍👩‍👧‍👦'
    expect(quote(`${'x'.repeat(599)}${family}y`)).toBe(`> ${'x'.repeat(599)}${family}…`)
    expect(quote(`${'x'.repeat(600)}${family}`)).toBe(`> ${'x'.repeat(600)}…`)
    // 600 escaped ampersands would exceed the limit.
    const ampersands = quote('&'.repeat(5_000))
    expect(ampersands).toMatch(/^> (&amp;){400,}…$/)
    expect(ampersands.length).toBeLessThanOrEqual(2_800)
    expect(quote(`e${'\u0301'.repeat(5_000)}`)).toBe('> …')
  })

  test('within a sentence is kept on one line', () => {
    const name = '<!here>\n& <@U1>'
    expect(messageFor({ kind: 'member_joined', displayName: name }, sender).text).toBe(
      '&lt;!here&gt; &amp; &lt;@U1&gt; has joined. Welcome!',
    )
    const title = messageFor({ ...post, authorName: '&'.repeat(200) }, sender).text
    expect(title).toMatch(/^(&amp;){60,120}… has a new post on TikTok\.$/)
  })
})

describe('the address of a post', () => {
  const linked = (postUrl: string) => {
    const block = messageFor({ ...post, postUrl }, sender).blocks.at(-1)
    return block?.type === 'context' && block.elements.length === 2 ? block.elements[0]?.text : null
  }

  test.each([
    [
      'https://a.test/x|y <!channel>?q=a|b&c=<@U1>#f|g',
      '<https://a.test/x%7Cy%20%3C!channel%3E?q=a%7Cb&amp;c=%3C@U1%3E#f%7Cg|Open on TikTok>',
    ],
    ['http://a.test', '<http://a.test/|Open on TikTok>'],
    ['javascript:alert(1)', null],
    ['https://user:secret@a.test/', null],
    ['nonsense', null],
    [`https://a.test/${'x'.repeat(1_485)}`, `<https://a.test/${'x'.repeat(1_485)}|Open on TikTok>`],
    [`https://a.test/${'x'.repeat(1_486)}`, null],
    [`https://a.test/${'|'.repeat(600)}`, null],
  ])('becomes a safe link or none: %s', { tags: ['sec-61'] }, (address, link) => {
    expect(linked(address)).toBe(link)
  })
})

test('whatever people write, Slack accepts the message, it mentions nobody and every link is ours', {
  tags: ['sec-61'],
}, () => {
  fc.assert(
    fc.property(anyNotification(), fc.option(anyText()), (notification, workspaceName) => {
      const place = { ...sender, workspaceName }
      for (const message of [messageFor(notification, place), instructionsMessage(place)])
        expectHarmless(message)
    }),
    { numRuns: 1_500 },
  )
})

function expectHarmless({ text, blocks }: ChatMessage) {
  expect(blocksVerdict(blocks)).toEqual({ ok: true })
  expect(JSON.stringify(blocks).length).toBeLessThan(12_000)
  const anyLink =
    /<(https?:\/\/[^|<>\s]+)\|((?:Open the|Open on|See|Report what|Review) [\w ()]+|Open ([^\s|<>]+))>/g
  for (const shown of [text, ...blocks.map(textIn)]) {
    expect(shown).not.toMatch(/<[!@#]/)
    for (const [, address = '', , host] of shown.matchAll(anyLink)) {
      const { host: target } = new URL(unescaped(address))
      if (host !== undefined) expect(target.replace(/^www\.(?=[^.]+\.)/, '')).toBe(unescaped(host))
    }
    expect(shown.replace(anyLink, '')).not.toMatch(/<|&(?!(amp|lt|gt);)/)
  }
  expect(text).not.toContain('<')
}

function unescaped(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

function textIn(block: MessageBlock | undefined): string {
  if (!block || block.type === 'actions' || block.type === 'divider') return ''
  return block.type === 'context' ? block.elements.map(({ text }) => text).join(' ') : block.text.text
}

function anyText() {
  const hostile = [
    '<!channel>',
    '<@U123>',
    '<#C1|x>',
    '&',
    '<https://evil.test|login>',
    '|',
    '>',
    '\n',
    '"',
    '\\',
  ]
  const odd = ['👩‍👩‍👧‍👦', 'e\u0301\u0301\u0301', '\u202e', 'שלום', '*', '`', '\0', '\u0001', '\ud800']
  const piece = fc.oneof(fc.constantFrom(...hostile, ...odd), fc.string({ unit: 'binary', maxLength: 30 }))
  return fc.oneof(
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
    fc.tuple(piece, fc.nat(5_000)).map(([text, times]) => text.repeat(Math.ceil(times / (text.length || 1)))),
  )
}

function anyAddress() {
  const path = anyText().map((text) => `https://a.test/${text}`)
  return fc.option(fc.oneof(anyText(), path, fc.webUrl({ withQueryParameters: true, withFragments: true })))
}

function anyNotification(): fc.Arbitrary<ChatNotification> {
  const platform = fc.constantFrom(...platforms)
  const points = fc.nat()
  const somebody = fc.record({ displayName: anyText(), points })
  const day = fc.constant(asDay('2026-03-14'))
  const leaders = fc.array(fc.record({ rank: fc.constantFrom(1, 2, 3), displayName: anyText(), points }), {
    maxLength: 7,
  })
  const is = <const Kind extends string>(kind: Kind) => fc.constant(kind)
  return fc.oneof(
    fc.record({
      kind: is('share_submitted'),
      displayName: anyText(),
      platform,
      customMessage: fc.option(anyText()),
      shareUrl: anyAddress(),
      isGoingOut: fc.boolean(),
    }),
    fc.record({
      kind: is('achievement_unlocked'),
      displayName: anyText(),
      achievement: anyText(),
      description: anyText(),
      points,
    }),
    fc.record({ kind: is('member_joined'), displayName: anyText() }),
    fc.record({ kind: is('weekly_leaderboard'), leaders, members: fc.nat() }),
    fc.record({
      kind: is('weekly_leaderboard'),
      week: fc.record({ firstDay: day, lastDay: day, leaders, members: fc.nat() }),
      contest: fc.option(fc.record({ title: anyText(), leaders })),
    }),
    fc.record({
      kind: is('contest_reminder'),
      title: anyText(),
      prize: fc.option(anyText()),
      endDate: day,
      daysLeft: fc.nat(3),
      leader: fc.option(somebody),
    }),
    fc.record({
      kind: is('contest_winner'),
      title: anyText(),
      prize: fc.option(anyText()),
      displayName: anyText(),
      points,
    }),
    fc.record({
      kind: is('quest_done'),
      title: anyText(),
      actionType: fc.constantFrom(...questActions),
      goal: fc.nat(),
    }),
    fc.record({
      kind: is('new_post'),
      platform,
      authorName: anyText(),
      content: anyText(),
      question: fc.option(anyText()),
      angles: fc.array(anyText(), { maxLength: 3 }),
      postUrl: anyAddress(),
      isTest: fc.boolean(),
    }),
  )
}
