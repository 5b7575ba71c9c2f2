import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asId, type PostId } from './ids.ts'
import { isWithinClickLimits, trackableLink, type Visit, visitVerdict } from './links.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36'
const click: Visit = {
  hasTarget: true,
  isOwner: false,
  isHead: false,
  isCrawler: false,
  userAgent: browser,
  purposes: [],
  destination: 'document',
}

describe('a trackable link', () => {
  test('leads to the newest post, or names one', () => {
    const post = asId<'post'>('01890000-0000-7000-8000-000000000001')
    expect(trackableLink('https://team.example', 'abcde23456')).toBe('https://team.example/go/abcde23456')
    expect(trackableLink('https://team.example', 'abcde23456', post)).toBe(
      `https://team.example/go/abcde23456?p=${post}`,
    )
  })

  test('stays on its origin and path, whatever the code and the post', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (code, post) => {
        const url = new URL(trackableLink('https://team.example', `x${code}`, post as PostId))
        expect([url.origin, url.searchParams.get('p'), url.hash]).toEqual(['https://team.example', post, ''])
        expect(decodeURIComponent(url.pathname)).toBe(`/go/x${code}`)
      }),
    )
  })
})

describe('a visit', () => {
  test.each<[string, Partial<Visit>, string]>([
    ['by a person with a browser', {}, 'counts'],
    ['by a browser that does not say how it uses the answer', { destination: null }, 'counts'],
    ['with an unrelated purpose', { purposes: ['something-else'] }, 'counts'],
    ['that requests only the headers', { isHead: true }, 'preview'],
    ['by a crawler', { isCrawler: true }, 'preview'],
    ['without a user agent', { userAgent: '' }, 'preview'],
    ['with only spaces as the user agent', { userAgent: '  ' }, 'preview'],
    ['as a prefetch', { purposes: ['prefetch'] }, 'preview'],
    ['as a prerender', { purposes: ['prefetch;prerender'] }, 'preview'],
    ['for a preview image of the page', { purposes: ['Preview'] }, 'preview'],
    ['as an image in a page', { destination: 'image' }, 'preview'],
    ['in a frame of a page', { destination: 'iframe' }, 'preview'],
    ['by a script of a page', { destination: 'empty' }, 'preview'],
    ['by the owner', { isOwner: true }, 'own'],
    ['by the owner, as a prefetch', { isOwner: true, purposes: ['prefetch'] }, 'own'],
    ['that leads to no post', { hasTarget: false }, 'nothing'],
    ['by a crawler that leads to no post', { hasTarget: false, isCrawler: true }, 'nothing'],
    ['by the owner that leads to no post', { hasTarget: false, isOwner: true }, 'nothing'],
  ])('%s gets the right verdict', (_, changes, verdict) => {
    expect(visitVerdict({ ...click, ...changes })).toBe(verdict)
  })
})

describe('a click that counts', () => {
  test.each([
    [{ earned: 0, earnedFromAddress: 0 }, true],
    [{ earned: 19, earnedFromAddress: 2 }, true],
    [{ earned: 20, earnedFromAddress: 0 }, false],
    [{ earned: 3, earnedFromAddress: 3 }, false],
    [{ earned: 21, earnedFromAddress: 4 }, false],
  ])('after %j of the day earns: %s', (clicks, isWithin) => {
    expect(isWithinClickLimits({ perDay: 20, perAddress: 3 }, clicks)).toBe(isWithin)
  })

  test('never earns where a limit is 0', () => {
    const none = { earned: 0, earnedFromAddress: 0 }
    expect(isWithinClickLimits({ perDay: 0, perAddress: 3 }, none)).toBe(false)
    expect(isWithinClickLimits({ perDay: 20, perAddress: 0 }, none)).toBe(false)
  })
})
