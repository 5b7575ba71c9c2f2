import { describe, expect, test } from 'vitest'
import { wantedPicture } from './wanted-picture.ts'

describe('The picture of the demo beside a given one', () => {
  test('is of the same screen, width and theme', () => {
    expect(wantedPicture('social-feed-390-dark.webp')).toEqual({
      path: '/social-feed',
      member: 'zoe.brandt',
      width: 390,
      height: null,
      theme: 'dark',
    })
  })

  test('is as tall as a phone where the name asks for the first screen', () => {
    expect(wantedPicture('dashboard-390-first-screen-light.webp')).toMatchObject({ path: '/', height: 844 })
  })

  test('tells states of a screen apart from the screen', () => {
    expect(wantedPicture('dashboard-first-1280-light.webp')).toMatchObject({ member: 'mina.vanderberg' })
    expect(wantedPicture('dashboard-caught-up-1280-light.webp')).toMatchObject({ isCaughtUp: true })
  })

  test.each(['parts-1280-light.webp', 'celebrations-light.webp', 'README.md', 'dashboard-light.webp'])(
    'there is none for %s',
    (name) => {
      expect(wantedPicture(name)).toBeNull()
    },
  )
})
