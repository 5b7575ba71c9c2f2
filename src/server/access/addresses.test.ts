import { expect, test } from 'vitest'
import { addressKey, networkOf } from './addresses.ts'

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

test('all addresses of one /64 share a key, and the next /64 has another', () => {
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
