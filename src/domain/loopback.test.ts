import { describe, expect, test } from 'vitest'
import { isSecureAddress } from './loopback.ts'

describe('a secure address', () => {
  test.each([
    'https://slack.com/api/',
    'https://203.0.113.7:8443',
    'http://localhost',
    'http://LOCALHOST:3000/x?y#z',
    'http://ovation.localhost',
    'http://127.0.0.1:4000/pictures/a.svg',
    'http://127.1',
    'http://127.255.0.3',
    'http://[::1]:3000',
    'http://[0:0:0:0:0:0:0:1]/',
  ])('is %s', (address) => {
    expect(isSecureAddress(address)).toBe(true)
  })

  test.each([
    '',
    'localhost',
    '//localhost/x',
    'ftp://localhost/x',
    'javascript:alert(1)',
    'http://slack.com',
    'http://notlocalhost',
    'http://localhost.example.net',
    'http://localhost@example.net',
    'http://127.example.net',
    'http://127.0.0.1.example.net',
    'http://1.127.0.0',
    'http://10.0.0.1',
    'http://[::2]',
  ])('is not %s', (address) => {
    expect(isSecureAddress(address)).toBe(false)
  })
})
