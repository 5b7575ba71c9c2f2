import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trackableLink, type Visit, visitVerdict } from './links.ts'

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
    expect(trackableLink('https://team.example', 'abcde23456')).toBe('https://team.example/go/abcde23456')
    expect(trackableLink('https://team.example', 'abcde23456', 'a-post')).toBe(
      'https://team.example/go/abcde23456?p=a-post',
    )
  })

  test('stays below its origin, whatever the code and the post', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (code, post) => {
        const url = new URL(trackableLink('https://team.example', `x${code}`, post))
        expect([url.origin, url.searchParams.get('p'), url.hash]).toEqual(['https://team.example', post, ''])
        expect(decodeURIComponent(url.pathname)).toBe(`/go/x${code}`)
      }),
    )
  })
})

describe('a visit', () => {
  test.each<[string, Partial<Visit>, string]>([
    ['by somebody with a browser', {}, 'counts'],
    ['by a browser that says nothing of the use', { destination: null }, 'counts'],
    ['that another purpose has', { purposes: ['something-else'] }, 'counts'],
    ['that only asks for the headers', { isHead: true }, 'preview'],
    ['by a crawler', { isCrawler: true }, 'preview'],
    ['by nothing that names itself', { userAgent: '' }, 'preview'],
    ['by nothing but spaces', { userAgent: '  ' }, 'preview'],
    ['ahead of a click', { purposes: ['prefetch'] }, 'preview'],
    ['ahead of a click, drawn already', { purposes: ['prefetch;prerender'] }, 'preview'],
    ['for a picture of the page', { purposes: ['Preview'] }, 'preview'],
    ['as the image of some page', { destination: 'image' }, 'preview'],
    ['inside a frame of some page', { destination: 'iframe' }, 'preview'],
    ['by a script of some page', { destination: 'empty' }, 'preview'],
    ['by the owner', { isOwner: true }, 'own'],
    ['by the owner, ahead of a click', { isOwner: true, purposes: ['prefetch'] }, 'own'],
    ['that leads to no post', { hasTarget: false }, 'nothing'],
    ['by a crawler that leads to no post', { hasTarget: false, isCrawler: true }, 'nothing'],
    ['by the owner that leads to no post', { hasTarget: false, isOwner: true }, 'nothing'],
  ])('%s is judged so', (_, changes, verdict) => {
    expect(visitVerdict({ ...click, ...changes })).toBe(verdict)
  })
})
