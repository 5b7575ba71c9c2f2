import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  derivedHandle,
  engagementScore,
  excerpt,
  isNewerEngagement,
  isPlaceholderLink,
  isTrending,
  latestScheduledTime,
  linesOf,
  mergedEngagement,
  normalisedPostUrl,
  partsOfText,
  platformOfLink,
  publicationOf,
  safeUrl,
  titleOf,
} from './posts.ts'

describe('the engagement score', () => {
  test.each([
    [[0, 0, 0], 0, false],
    [[20, 9, 10], 49, false],
    [[20, 10, 10], 50, true],
    [[0, 0, 25], 50, true],
    [[50, 0, 0], 50, true],
  ] as const)(
    'of %j likes, comments and shares is %i',
    { tags: ['number-trending'] },
    ([likesCount, commentsCount, sharesCount], ...wanted) => {
      const counts = { likesCount, commentsCount, sharesCount }
      expect([engagementScore(counts), isTrending(counts)]).toEqual(wanted)
    },
  )
})

describe('an engagement report', () => {
  const at = (text: string) => new Date(text)

  test.each([
    ['newer than', '2026-03-02T00:00:01Z', true],
    ['as new as', '2026-03-02T00:00:00Z', true],
    ['older than', '2026-03-01T23:59:59Z', false],
  ])('that is %s the stored numbers is recognised', (_name, engagementAt, isNewer) => {
    expect(isNewerEngagement({ engagementAt: at(engagementAt) }, at('2026-03-02T00:00:00Z'))).toBe(isNewer)
  })

  test('is newer than missing numbers', () => {
    expect(isNewerEngagement({ engagementAt: at('1970-01-01T00:00:00Z') }, null)).toBe(true)
  })

  test('replaces only the numbers that it names, zeros included', () => {
    const stored = { likesCount: 1, commentsCount: 2, sharesCount: 3, viewsCount: 4 }
    const report = { likesCount: 0, commentsCount: null, sharesCount: 7, viewsCount: null }
    expect(mergedEngagement(stored, report)).toEqual({
      likesCount: 0,
      commentsCount: 2,
      sharesCount: 7,
      viewsCount: 4,
    })
  })
})

describe('a safe address', () => {
  test.each([
    ['https://www.linkedin.com/posts/abc?x=1#y', 'https://www.linkedin.com/posts/abc?x=1#y'],
    ['http://intranet.acme.test:8080/a', 'http://intranet.acme.test:8080/a'],
    ['HTTPS://Example.NET', 'https://example.net/'],
    // Unchanged, a page on https would read this as a path of its own site.
    ['https:evil.test', 'https://evil.test/'],
    ['https:\\\\evil.test\\a', 'https://evil.test/a'],
    ['https://münchen.test/ü', 'https://xn--mnchen-3ya.test/%C3%BC'],
    ['https://a.test/\u202Egpj.exe', 'https://a.test/%E2%80%AEgpj.exe'],
    ['https://a.test/~b\u00a0c d', 'https://a.test/~b%C2%A0c%20d'],
  ])('%j is kept as %s', (text, href) => {
    expect(safeUrl(text)).toBe(href)
  })

  test.each([
    null,
    undefined,
    '',
    ' ',
    '#',
    '/path',
    'word',
    'www.linkedin.com/posts/abc',
    'linkedin.com',
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    ' javascript:alert(1)',
    ' JaVa\tscript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://a.test/%0aalert(1)',
    'data:text/html,<script>alert(1)</script>',
    'data:image/svg+xml;base64,AAAA',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://a.test/b',
    'blob:https://a.test/1',
    'about:blank',
    'mailto:a@b.test',
    '//evil.test',
    '//evil.test/a',
    '\\\\evil.test',
    'https://',
    'http://',
    'https:///',
    'https://?a=1',
    'https://user:word@a.test',
    'https://user@a.test',
    'https://:word@a.test',
    'https://a.test@evil.test',
    'https://a.test/\nb',
    'https://a.test/\tb',
    'https://a.test/\u0000',
    'https://a.test/\u001f',
    'https://a.test/\u007f',
    'https://a.test/\u009f',
    'ht\ttps://a.test',
    'https://a b.test/',
    'https://a.test:99999/',
    'https://[::1',
    'https://%00.test/',
  ])('%j is refused', { tags: ['sec-57'] }, (text) => {
    expect(safeUrl(text)).toBeNull()
  })

  test('is always http or https without credentials, and a second pass does not change it', () => {
    const scheme = fc.constantFrom(
      'http:',
      'https:',
      'javascript:',
      'data:',
      '//',
      '',
      'https://a@',
      ' https://',
    )
    fc.assert(
      fc.property(scheme, fc.string({ unit: 'binary' }), (start, rest) => {
        const href = safeUrl(start + rest)
        if (href === null) return
        expect(href).toMatch(/^https?:\/\/[^/?#@]+(\/|$)/)
        expect(safeUrl(href)).toBe(href)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('a placeholder link', () => {
  test.each([
    null,
    undefined,
    '',
    '#',
    'not a link',
    'javascript:void(0)',
    'mailto:a@b.test',
    'https://example.com',
    'http://example.com/post/1',
    'https://www.example.com/a',
    'https://EXAMPLE.ORG/a',
    'https://a.b.example.org',
    'https://example.com./a',
    'http://localhost:3000/go/abc',
    'http://app.localhost/',
  ])('can be %j', (link) => {
    expect(isPlaceholderLink(link)).toBe(true)
  })

  test.each([
    'https://www.linkedin.com/posts/abc',
    'https://notexample.com/a',
    'https://example.company/a',
    'https://a.test/example.com',
    'https://a.test/?u=localhost',
  ])('cannot be %s', (link) => {
    expect(isPlaceholderLink(link)).toBe(false)
  })
})

describe('the normalised address of a post', () => {
  const wanted = 'https://linkedin.com/posts/ana_news-activity-7001?a=1&b=2'
  test.each([
    'https://www.linkedin.com/posts/ana_news-activity-7001?a=1&b=2',
    'http://linkedin.com/posts/ana_news-activity-7001/?b=2&a=1',
    ' https://WWW.LinkedIn.com:443/posts/ana_news-activity-7001///?a=1&b=2#comments',
    'https://linkedin.com./posts/ana_news-activity-7001?utm_source=x&a=1&utm_source_platform=y&b=2',
    'https://linkedin.com/posts/ana%5Fnews%2dactivity-7001?&a=1&&b=2&fbclid=f&gclid=g&trk=t&rcm=r',
    'http://www.linkedin.com:80/posts/../posts/ana_news-activity-7001?b=2&UTM_Campaign=z&a=%31',
  ])('%s gets the plain spelling', (link) => {
    expect(normalisedPostUrl(link)).toBe(wanted)
  })

  test.each([
    ['https://a.test', 'https://a.test'],
    ['https://a.test/', 'https://a.test'],
    ['https://a.test?', 'https://a.test'],
    ['https://a.test/A', 'https://a.test/A'],
    ['https://a.test:8443/a', 'https://a.test:8443/a'],
    ['https://m.a.test/a', 'https://m.a.test/a'],
    ['https://a.test/watch?v=AbC', 'https://a.test/watch?v=AbC'],
    ['https://a.test/?q=a%20b+c%2Bd', 'https://a.test?q=a+b+c%2Bd'],
    ['https://a.test/feed/update/urn%3ali%3Aactivity%3A1', 'https://a.test/feed/update/urn:li:activity:1'],
    ['https://a.test/a%2fb', 'https://a.test/a%2Fb'],
    ['https://a.test/100%', 'https://a.test/100%'],
    ['https://a.test/ü', 'https://a.test/%C3%BC'],
    ['https://www.com/a', 'https://com/a'],
  ])('%s becomes %s', (link, normalised) => {
    expect(normalisedPostUrl(link)).toBe(normalised)
  })

  test.each([
    ['https://a.test/a', 'https://a.test/b'],
    ['https://a.test/a', 'https://a.test/A'],
    ['https://a.test/?v=1', 'https://a.test/?v=2'],
    ['https://a.test/?v=1&w=2', 'https://a.test/?v=1%26w=2'],
    ['https://a.test/a/b', 'https://a.test/a%2Fb'],
  ])('%s stays different from %s', (one, other) => {
    expect(normalisedPostUrl(one)).not.toBe(normalisedPostUrl(other))
  })

  test.each([null, '', '#', 'https://example.com/post', 'http://localhost/a', 'javascript:alert(1)'])(
    'is null for the placeholder %j',
    (link) => {
      expect(normalisedPostUrl(link)).toBeNull()
    },
  )

  test('is unchanged by a second pass and at most one character longer than the address', () => {
    const character = fc.oneof(
      fc.constantFrom(...'%?&=+/#.24aA5b ü'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    )
    const host = fc.constantFrom(
      'www.a.test',
      'a.test.',
      'www.www.a.test',
      'a.test:443',
      'a.test:81',
      'www.',
      'ü.test',
    )
    fc.assert(
      fc.property(fc.constantFrom('http', 'https'), host, fc.array(character), (scheme, name, rest) => {
        const address = `${scheme}://${name}/${rest.join('')}`
        const normalised = normalisedPostUrl(address)
        if (normalised === null) return
        expect(normalisedPostUrl(normalised)).toBe(normalised)
        expect(normalised.length).toBeLessThanOrEqual((safeUrl(address)?.length ?? 0) + 1)
      }),
      { numRuns: 3_000 },
    )
  })
})

describe('an excerpt', () => {
  test.each([
    ['short', 10, 'short'],
    ['exactly10!', 10, 'exactly10!'],
    ['eleven chars', 6, 'eleven…'],
    ['a word and more', 7, 'a word…'],
    ['😀😀😀', 3, '😀😀😀'],
    ['😀😀😀', 2, '😀😀…'],
    ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 1, '👨‍👩‍👧‍👦…'],
    ['🇵🇹🇩🇪🇫🇷', 2, '🇵🇹🇩🇪…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301e\u0301…'],
    ['שלום עולם', 4, 'שלום…'],
    ['', 0, ''],
  ])('of %j at %i characters is %j', (text, limit, cut) => {
    expect(excerpt(text, limit)).toBe(cut)
  })

  test('never ends in a lone surrogate', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, limit) => {
        expect(excerpt(text, limit).isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('a derived handle', () => {
  test.each([
    ['Ana Lima', '@ana.lima'],
    ['  Ana   de Lima ', '@ana.de.lima'],
    ['ACME', '@acme'],
    ['Ана Лима', '@ана.лима'],
  ])('for %j is %s', (name, handle) => {
    expect(derivedHandle(name)).toBe(handle)
  })
})

describe('the title of a post', () => {
  test.each([
    ['We have news.', 'We have news.'],
    ['\n  \n  First words \nSecond line', 'First words'],
    ['', ''],
    ['x'.repeat(81), `${'x'.repeat(80)}…`],
  ])('of %j', (content, title) => {
    expect(titleOf(content)).toBe(title)
  })
})

describe('the parts of a text', () => {
  const hashtagsIn = (text: string) =>
    partsOfText(text)
      .filter(({ isHashtag }) => isHashtag)
      .map((part) => part.text)

  test.each([
    ['#openbanking and #produktNews', ['#openbanking', '#produktNews']],
    ['Glück: #überall, #فريق.', ['#überall', '#فريق']],
    ['(#one) #two!', ['#one', '#two']],
    ['C# and https://example.com/#top and &#39; and ##no', []],
    ['#1 is no hashtag, #2026goals is', ['#2026goals']],
    ['', []],
  ])('%s has the hashtags %j', (text, hashtags) => {
    expect(hashtagsIn(text)).toEqual(hashtags)
  })

  test('give the text again, each at its place', () => {
    const text = 'Hello #world, this is #ours'
    const parts = partsOfText(text)
    expect(parts.map((part) => part.text).join('')).toBe(text)
    for (const { text: part, at } of parts) expect(text.slice(at, at + part.length)).toBe(part)
  })
})

test.each([
  ['one\ntwo', 2, 'one\ntwo'],
  ['one\ntwo\nthree', 2, 'one\ntwo…'],
  ['one\n\n\nfour', 2, 'one…'],
  ['', 2, ''],
])('%j cut after %i lines is %j', (text, limit, cut) => {
  expect(linesOf(text, limit)).toBe(cut)
})

describe('when a post is published', () => {
  const now = new Date('2026-03-11T10:00:00Z')
  const [past, ahead] = [new Date('2026-03-10T10:00:00Z'), new Date('2026-03-12T10:00:00Z')]
  const waiting = { originalPostDate: ahead, publishedAt: null }
  const out = { originalPostDate: past, publishedAt: past }
  const nowOut = { originalPostDate: now, publishedAt: now }

  test.each([
    ['a new one without a time is published now', null, { scheduledAt: null }, nowOut],
    [
      'a new one is published with the time that has passed',
      null,
      { scheduledAt: past },
      { ...nowOut, originalPostDate: past },
    ],
    ['a new one is published when its time is now', null, { scheduledAt: now }, nowOut],
    ['a new one waits for a time ahead', null, { scheduledAt: ahead }, waiting],
    [
      'a new one that is published already does not wait',
      null,
      { scheduledAt: ahead, isPublished: true },
      nowOut,
    ],
    ['one that waits goes on waiting when nothing is said', waiting, { scheduledAt: null }, waiting],
    ['one that waits is moved', { ...waiting, originalPostDate: past }, { scheduledAt: ahead }, waiting],
    [
      'one that waits is published by a time that has passed',
      waiting,
      { scheduledAt: past },
      { ...nowOut, originalPostDate: past },
    ],
    [
      'one that waits is published now if it is published already',
      waiting,
      { scheduledAt: null, isPublished: true },
      nowOut,
    ],
    ['a published one stays as it is', out, { scheduledAt: null, isPublished: true }, out],
    ['a published one never waits again', out, { scheduledAt: ahead }, out],
    [
      'a published one keeps its moment and gets another date',
      out,
      { scheduledAt: now },
      { ...out, originalPostDate: now },
    ],
  ])('%s', (_name, known, stated, wanted) => {
    expect(publicationOf(known, stated, now)).toEqual(wanted)
  })

  test('the latest time for one is the same moment a year later', { tags: ['posts-year'] }, () => {
    expect(latestScheduledTime(now)).toEqual(new Date('2027-03-11T10:00:00Z'))
    expect(latestScheduledTime(new Date('2028-02-29T10:00:00Z'))).toEqual(new Date('2029-03-01T10:00:00Z'))
  })
})

describe('the platform of a link', () => {
  test.each([
    ['https://www.linkedin.com/posts/a', 'linkedin'],
    ['https://linkedin.com./feed', 'linkedin'],
    ['https://x.com/brightwater/status/1', 'twitter'],
    ['https://mobile.twitter.com/a', 'twitter'],
    ['https://m.facebook.com/a', 'facebook'],
    ['https://fb.watch/a', 'facebook'],
    [' HTTPS://Instagram.com/p/a ', 'instagram'],
    ['https://youtube.com/watch?v=a', 'youtube'],
    ['https://youtu.be/a', 'youtube'],
    ['https://vm.tiktok.com/a', 'tiktok'],
    ['https://example.com/linkedin.com', null],
    ['https://netflix.com/a', null],
    ['https://linkedin.com.evil.test/a', null],
    ['linkedin.com/posts/a', null],
    ['javascript:alert(1)', null],
    ['', null],
  ] as const)('%s is %s', { tags: ['form-post-link'] }, (link, platform) => {
    expect(platformOfLink(link)).toBe(platform)
  })
})
