import { expect, test } from 'vitest'
import { addressKey, networkOf, plainForwardedFor } from './addresses.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8::', '2001:db8:0:0::/64'],
  ['2001::5:6:7:8', '2001:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
])('%s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

test('all addresses of one /64 share a key, and the next /64 has another', { tags: ['sec-14'] }, () => {
  const inside = ['2001:db8:0:7::1', '2001:db8:0:7:ffff:ffff:ffff:ffff', '2001:db8:0:7:0:0:0:9']
  expect(new Set(inside.map(addressKey)).size).toBe(1)
  expect(addressKey('2001:db8:0:8::1')).not.toBe(addressKey(inside[0] ?? ''))
})

test('neighbouring IPv4 addresses have different keys', () => {
  expect(addressKey('203.0.113.7')).not.toBe(addressKey('203.0.113.8'))
})

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.255', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['203.0.114.7', '203.0.114.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
])('%s is in the network %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['203.0.113.9:40000', '203.0.113.9'],
  ['[2001:db8::9]:40000', '2001:db8::9'],
  ['[2001:db8::9]', '2001:db8::9'],
  ['2001:db8::9', '2001:db8::9'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%eth0]:1', 'fe80::1'],
  [' 198.51.100.1:1 ,203.0.113.9:2', '198.51.100.1, 203.0.113.9'],
  ['198.51.100.1, unknown, 203.0.113.9', '203.0.113.9'],
  ['203.0.113.9, abc', ''],
  ['203.0.113.9, ', ''],
  ['9'.repeat(5_000), ''],
  ['203.0.113.9:400000', ''],
  ['256.0.0.1', ''],
  ['', ''],
])(
  'of the forwarded addresses %o these are kept: %o',
  { tags: ['hostile-address-forwarded'] },
  (header, kept) => {
    expect(plainForwardedFor(header)).toBe(kept)
  },
)
