import http from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { type AddressInfo, createServer, type Server } from 'node:net'
import os from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { readConfig } from '#server/config.ts'
import { HookClient, isPublicAddress, type Posted, type Resolve } from './client.ts'

/** Listens on every address of this machine and counts the connections. */
interface Trap {
  readonly port: number
  /** The connections since the last call. Waits a moment for late ones. */
  caught(): Promise<number>
  close(): Promise<void>
}

const message = { body: Buffer.from('{}'), headers: { 'content-type': 'application/json' } }
const refused: Posted = { status: null, failure: 'refused-address' }
// No registry has assigned this address, so a test that tries to reach it bothers nobody.
const publicAddress = { address: '2d00::1', family: 6 }
const loopback = { address: '127.0.0.1', family: 4 }

let trap: Trap
let lookups: string[] = []

beforeAll(async () => {
  trap = await openTrap()
})
beforeEach(() => {
  lookups = []
})
afterAll(() => trap.close())

/** Posts to an address whose host is listed. With `isPrivate` the host may be private. */
function post(
  address: string,
  { isPrivate = false, resolve }: { isPrivate?: boolean; resolve?: Resolve } = {},
) {
  const { host } = new URL(address)
  const hosts = readConfig({ ZAPIER_HOSTS: host, ...(isPrivate && { ALLOWED_PRIVATE_HOSTS: host }) })
  const limits = { connectMs: 1_000, totalMs: 3_000 }
  return new HookClient(hosts, { limits, ...(resolve && { resolve }) }).post(address, message)
}

/** Resolves names to each of the answers in turn, then always to the last one. */
const answering =
  (...answers: (typeof loopback)[][]): Resolve =>
  async (name) => {
    lookups.push(name)
    return answers[Math.min(lookups.length, answers.length) - 1] ?? []
  }

const ownHosts = Object.values(os.networkInterfaces())
  .flatMap((each = []) => each)
  .filter(({ address, scopeid }) => !scopeid && !address.startsWith('fe80'))
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))

const hostsOfThisMachine = [
  '127.0.0.1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '127.1',
  '127。0。0。1',
  '0.0.0.0',
  'localhost',
  ...ownHosts,
]

const nonPublicHosts = [
  '[::ffff:10.0.0.1]',
  '10.0.0.1',
  '10.255.255.255',
  '192.168.1.1',
  '172.16.0.1',
  '172.31.255.255',
  '169.254.169.254',
  '100.64.0.1',
  '[fc00::1]',
  '[fd12::1]',
  '[fe80::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::1]',
  '[::7f00:1]',
  '[::]',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

describe('an address of this machine', () => {
  test.each(hostsOfThisMachine)(
    'is never reached as %s, although it is listed',
    { tags: ['sec-52'] },
    async (host) => {
      expect(await post(`https://${host}:${trap.port}/hook`)).toEqual(refused)
      expect(await trap.caught()).toBe(0)
    },
  )

  test.each(hostsOfThisMachine.filter((host) => !host.includes(':') || hasIpv6()))(
    'is reached as %s when it is allowed to be private, which shows that the trap works',
    async (host) => {
      expect(await post(`https://${host}:${trap.port}/hook`, { isPrivate: true })).toMatchObject({
        status: null,
      })
      expect(await trap.caught()).toBeGreaterThan(0)
    },
  )

  test('is not reached by a name that ends with a dot', { tags: ['sec-52'] }, async () => {
    const resolve = answering([loopback])
    expect(await post(`https://localhost.:${trap.port}/`, { resolve })).toEqual(refused)
    expect(await trap.caught()).toBe(0)
    await post(`https://localhost.:${trap.port}/`, { resolve, isPrivate: true })
    expect(await trap.caught()).toBe(1)
  })
})

test.each(nonPublicHosts)('%s is refused, although it is listed', { tags: ['sec-52'] }, async (host) => {
  expect(await post(`https://${host}:${trap.port}/hook`)).toEqual(refused)
  expect(await trap.caught()).toBe(0)
})

describe('a host name', () => {
  const address = () => `https://hooks.trap.test:${trap.port}/hook`

  test.each(nonPublicHosts)('that resolves to %s is refused', { tags: ['sec-52'] }, async (host) => {
    const { hostname } = new URL(`http://${host}`)
    const literal = hostname.replace(/[[\]]/g, '')
    const resolve = answering([{ address: literal, family: literal.includes(':') ? 6 : 4 }])
    expect(await post(address(), { resolve })).toEqual(refused)
  })

  test('that is public at the first lookup and private at the next is looked up only once', {
    tags: ['sec-52'],
  }, async () => {
    const resolve = answering([publicAddress], [loopback])
    expect(['connection', 'timeout']).toContain((await post(address(), { resolve })).failure)
    expect(lookups).toEqual(['hooks.trap.test'])
    expect(await trap.caught()).toBe(0)
  })

  test.each([
    ['first', [loopback, publicAddress]],
    ['last', [publicAddress, loopback]],
  ])(
    'with several addresses is refused when the %s one is private',
    { tags: ['sec-52'] },
    async (_place, addresses) => {
      expect(await post(address(), { resolve: answering(addresses) })).toEqual(refused)
      expect(await trap.caught()).toBe(0)
    },
  )

  test('that resolves to something other than an address is refused', async () => {
    expect(await post(address(), { resolve: answering([{ address: 'localhost', family: 4 }]) })).toEqual(
      refused,
    )
    expect(await trap.caught()).toBe(0)
  })

  test('that may be private is reached at its resolved address, without a second lookup', async () => {
    await post(address(), { resolve: answering([loopback], [publicAddress]), isPrivate: true })
    expect(lookups).toEqual(['hooks.trap.test'])
    expect(await trap.caught()).toBe(1)
  })
})

test.each([
  ['another scheme', 'http://hooks.trap.test/', 'hooks.trap.test'],
  ['credentials', 'https://u:p@hooks.trap.test/', 'hooks.trap.test'],
  ['another port', 'https://hooks.trap.test:8443/', 'hooks.trap.test'],
  ['another host', 'https://hooks.trap.test/', 'hooks.zapier.com'],
])('an address with %s is refused on sending, before a lookup', async (_what, address, listed) => {
  const client = new HookClient(readConfig({ ZAPIER_HOSTS: listed }), { resolve: answering([publicAddress]) })
  expect(await client.post(address, message)).toEqual(refused)
  expect(lookups).toEqual([])
})

describe('a request to an allowed host', () => {
  let hook: CatchHook
  const client = () => {
    const hosts = `127.0.0.1:${hook.port},127.0.0.1:${trap.port}`
    return new HookClient(readConfig({ ZAPIER_HOSTS: hosts, ALLOWED_PRIVATE_HOSTS: hosts }))
  }

  beforeAll(async () => {
    hook = await startCatchHook()
  })
  afterAll(() => hook.close())

  test.each([301, 302, 303, 307, 308])(
    'does not follow a %i redirect',
    { tags: ['sec-53'] },
    async (status) => {
      const location = `http://127.0.0.1:${trap.port}/`
      hook.fault({ match: /catch/, times: 1, status, headers: { location } })
      expect(await client().post(hook.url, message)).toEqual({ status, failure: 'redirect' })
      expect(await trap.caught()).toBe(0)
    },
  )

  test('does not use the proxy of the environment', async () => {
    const restore = http.setGlobalProxyFromEnv({ http_proxy: `http://127.0.0.1:${trap.port}` })
    try {
      await new Promise((done) => http.get(hook.url).on('error', done).on('response', done))
      expect(await trap.caught()).toBe(1)
      expect(await client().post(hook.url, message)).toEqual({ status: 200 })
      expect(await trap.caught()).toBe(0)
    } finally {
      restore()
    }
  })
})

describe('a public address', () => {
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })

  test.each([
    '8.8.8.8',
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '169.253.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450::1',
    '::ffff:8.8.8.8',
  ])('is %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  test.each([
    '0.1.2.3',
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:0:7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001:db8::1',
    '2001:2::1',
    '3fff::1',
    '5f00::1',
    'fec0::1',
    'ff02::1',
    '4000::1',
    'localhost',
    '',
    '127.1',
    '1',
  ])('is not "%s"', { tags: ['sec-52'] }, (address) => {
    expect(isPublicAddress(address)).toBe(false)
  })

  test('is never the address of a network interface of this machine', { tags: ['sec-52'] }, () => {
    const of = (address: string) => ({ address, family: 'IPv4', internal: false }) as os.NetworkInterfaceInfo
    vi.spyOn(os, 'networkInterfaces').mockReturnValue({ eth0: [of('8.8.8.8'), of('2606:4700:0:0::1111')] })
    syncBuiltinESMExports()
    expect(['8.8.8.8', '::ffff:8.8.8.8', '2606:4700::1111'].map(isPublicAddress)).toEqual([
      false,
      false,
      false,
    ])
    expect(isPublicAddress('8.8.4.4')).toBe(true)
  })
})

function hasIpv6(): boolean {
  return ownHosts.includes('[::1]')
}

async function openTrap(): Promise<Trap> {
  let count = 0
  const server = createServer((socket) => {
    count++
    socket.on('error', () => undefined).destroy()
  })
  // The unspecified IPv6 address also accepts IPv4 connections.
  await listenOn(server, hasIpv6() ? '::' : '0.0.0.0')
  return {
    port: (server.address() as AddressInfo).port,
    caught: async () => {
      await sleep(20)
      const caught = count
      count = 0
      return caught
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}

function listenOn(server: Server, host: string): Promise<void> {
  return new Promise((done, fail) => server.once('error', fail).listen(0, host, done))
}
