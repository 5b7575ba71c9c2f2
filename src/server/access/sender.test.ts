import type { IncomingMessage } from 'node:http'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { plainForwardedFor, senderReader } from './addresses.ts'

const peers = ['10.0.0.5', '::ffff:10.0.0.5', '192.0.2.1', '::1', '2001:db8::5']
const headers = [
  undefined,
  '',
  'abc',
  '203.0.113.9',
  '203.0.113.9:4000',
  '198.51.100.1, 203.0.113.9, 10.0.0.9',
  '203.0.113.9, abc, 10.0.0.9',
  '10.0.0.7, 10.0.0.8',
  '[2001:db8::9]:443',
  '2001:db8:1::1, 2001:db8:2::2',
]

test.each([[[]], [['10.0.0.0/8', '::1']], [['10.0.0.5', '2001:db8::/32']]])(
  'with the trusted proxies %j a live connection counts for the address that the framework reads',
  {
    tags: ['hostile-address-forwarded'],
  },
  async (trusted) => {
    const app = fastify({ trustProxy: trusted.length > 0 ? [...trusted] : false })
    const senderOf = senderReader(trusted)
    app.get('/', (request) => {
      const given = request.headers['x-forwarded-for']
      // As the guard does for every request.
      if (given !== undefined) request.raw.headers['x-forwarded-for'] = plainForwardedFor(String(given))
      return { ip: request.ip }
    })
    for (const remoteAddress of peers) {
      for (const header of headers) {
        const named = header === undefined ? {} : { 'x-forwarded-for': header }
        const { ip } = (await app.inject({ url: '/', remoteAddress, headers: named })).json()
        const raw = { socket: { remoteAddress }, headers: named } as unknown as IncomingMessage
        expect([remoteAddress, header, senderOf(raw)]).toEqual([remoteAddress, header, ip])
      }
    }
    await app.close()
  },
)
