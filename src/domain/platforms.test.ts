import { describe, expect, test } from 'vitest'
import { platformOfLink } from './platforms.ts'

describe('the platform of a link', () => {
  test.each([
    ['https://www.linkedin.com/posts/northwind-1', 'linkedin'],
    ['https://pt.linkedin.com/posts/northwind-1', 'linkedin'],
    ['https://lnkd.in/eAbCdEf', 'linkedin'],
    ['https://x.com/northwind/status/1', 'twitter'],
    ['https://twitter.com/northwind/status/1', 'twitter'],
    ['https://mobile.twitter.com/northwind/status/1', 'twitter'],
    ['https://m.facebook.com/northwind/posts/1', 'facebook'],
    ['https://business.facebook.com/northwind', 'facebook'],
    ['https://fb.watch/abc/', 'facebook'],
    ['https://fb.com/northwind', 'facebook'],
    ['https://www.instagram.com/p/abc/', 'instagram'],
    ['https://instagr.am/p/abc/', 'instagram'],
    ['https://youtube.com/watch?v=abc', 'youtube'],
    ['https://m.youtube.com/watch?v=abc', 'youtube'],
    ['https://youtu.be/abc', 'youtube'],
    ['https://www.tiktok.com/@northwind/video/1', 'tiktok'],
    ['https://vm.tiktok.com/abc/', 'tiktok'],
    ['http://linkedin.com', 'linkedin'],
    ['HTTPS://WWW.LinkedIn.COM:443/posts/1#top', 'linkedin'],
    ['https://www.linkedin.com./posts/1', 'linkedin'],
  ])('%s is %s', (link, platform) => {
    expect(platformOfLink(link)).toBe(platform)
  })

  test.each([
    null,
    undefined,
    '',
    '#',
    'linkedin.com/posts/1',
    'javascript:linkedin.com',
    'ftp://linkedin.com/posts/1',
    'https://notlinkedin.com/posts/1',
    'https://not-x.com/northwind',
    'https://netflix.com/title/1',
    'https://linkedin.com.example.net/posts/1',
    'https://linkedin.example.net/posts/1',
    'https://example.net/linkedin.com',
    'https://example.net/?to=https://x.com/northwind',
    'https://linkedin.com@example.net/posts/1',
    'https://somebody:secret@linkedin.com/posts/1',
    'https://com',
    'https://be/abc',
    'https://t.co/abc',
  ])('%s is on none', (link) => {
    expect(platformOfLink(link)).toBeNull()
  })
})
