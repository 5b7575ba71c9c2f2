import { describe, expect, test } from 'vitest'
import { loadablePicture, pictureAddress } from './pictures.ts'

const safe = [
  ['https://pictures.example.net/Ana.png?size=192', 'https://pictures.example.net/Ana.png?size=192'],
  ['HTTPS://Pictures.Example.net', 'https://pictures.example.net/'],
  ['http://127.0.0.1:4000/pictures/people/zoe.svg', 'http://127.0.0.1:4000/pictures/people/zoe.svg'],
  ['http://localhost/a.png', 'http://localhost/a.png'],
  ['http://[::1]:8080/a.png', 'http://[::1]:8080/a.png'],
] as const

const unsafe = [
  null,
  undefined,
  '',
  'me.png',
  'data:image/png;base64,AA',
  'javascript:alert(1)',
  'https://user:word@pictures.example.net/a.png',
  'http://user:word@localhost/a.png',
  'https://pictures.example.net/\na.png',
]

describe('the address of a picture', () => {
  test.each(safe)('%s is taken', (text, address) => {
    expect(pictureAddress(text)).toBe(address)
    expect(loadablePicture(text)).toBe(address)
  })

  test.each([...unsafe, 'http://pictures.example.net/a.png', 'http://127.example.net/a.png'])(
    '%s is refused',
    (text) => {
      expect(pictureAddress(text)).toBeNull()
    },
  )

  test('with plain http is loaded over https', () => {
    expect(loadablePicture('http://pictures.example.net/a.png')).toBe('https://pictures.example.net/a.png')
    expect(loadablePicture('http://127.example.net/a.png')).toBe('https://127.example.net/a.png')
    for (const text of unsafe) expect(loadablePicture(text)).toBeNull()
  })
})
