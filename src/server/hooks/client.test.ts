import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import tls from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#sandbox/free-port.ts'
import { type CatchHook, startCatchHook } from '#sandbox/workplace/catch-hook.ts'
import { listen } from '#sandbox/workplace/http.ts'
import { HookClient, type Resolve } from './client.ts'

const body = Buffer.from('{"name":"Zoë"}')
const message = { body, headers: { 'content-type': 'application/json', 'user-agent': 'Ovation' } }
const longLimits = { connectMs: 5_000, totalMs: 5_000 }
// Longer than a test may run, so a test that waits for this limit fails.
const endlessMs = 600_000
const shortLimits = { connectMs: 300, totalMs: 600 }

let hook: CatchHook

beforeAll(async () => {
  hook = await startCatchHook()
})
afterEach(() => hook.clearFaults())
afterAll(() => hook.close())

interface Options {
  readonly resolve?: Resolve
  readonly limits?: typeof longLimits
}
const clientFor = (host: string, options: Options = {}) =>
  new HookClient({ zapierHosts: [host], allowedPrivateHosts: [host] }, { limits: longLimits, ...options })
const post = (address = hook.url, options: Options = {}) =>
  clientFor(new URL(address).host, options).post(address, message)
const fault = (change: Partial<Parameters<CatchHook['fault']>[0]>) =>
  hook.fault({ match: /catch/, times: 1, ...change })

/** Runs `work` against a server that handles every request with `answer`. */
async function withServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
  work: (address: string) => Promise<void>,
): Promise<void> {
  const listening = await listen(0)
  listening.server.on('request', answer)
  await work(`http://127.0.0.1:${listening.port}/`).finally(listening.close)
}

describe('a message', () => {
  test('arrives with its bytes and headers, over a connection that is closed afterwards', async () => {
    expect(await post()).toEqual({ status: 200 })
    const caught = hook.journal().at(-1)
    expect(caught?.body).toEqual(body)
    expect(caught?.headers).toMatchObject({
      ...message.headers,
      host: `127.0.0.1:${hook.port}`,
      'content-length': String(body.length),
      connection: 'close',
    })
    expect(caught?.headers['transfer-encoding']).toBeUndefined()
  })

  test('counts as delivered when the answer is empty', async () => {
    expect(await post(`${hook.url}silent/`)).toEqual({ status: 200 })
  })

  test.each([400, 401, 404, 410, 429, 500, 503])(
    'that is answered with %i counts as failed',
    async (status) => {
      fault({ status, body: 'secret of the other side' })
      expect(await post()).toEqual({ status, failure: 'status' })
    },
  )

  test('that is never answered fails with a timeout after the total time', { tags: ['sec-53'] }, async () => {
    fault({ mode: 'hang' })
    expect(await post(hook.url, { limits: shortLimits })).toEqual({ status: null, failure: 'timeout' })
  })

  test('fails when the connection breaks', async () => {
    fault({ mode: 'reset' })
    expect(await post()).toEqual({ status: null, failure: 'connection' })
  })

  test('fails when nothing listens on the port', async () => {
    expect(await post(`http://127.0.0.1:${await freePort()}/`)).toEqual({
      status: null,
      failure: 'connection',
    })
  })

  test('is aborted when the process stops', async () => {
    fault({ mode: 'hang' })
    const stop = AbortSignal.timeout(50)
    // If a limit of the client had ended the request, the failure would be a timeout.
    const posted = await clientFor(`127.0.0.1:${hook.port}`).post(hook.url, message, stop)
    expect(posted).toEqual({ status: null, failure: 'connection' })
  })
})

describe('a host name', () => {
  const address = () => `http://hooks.stand-in.test:${hook.port}/hooks/catch/1/a/`
  const by = (resolve: Resolve, limits = longLimits) => post(address(), { resolve, limits })

  test('is sent in the Host header, whatever address it resolves to', async () => {
    expect(await by(async () => [{ address: '127.0.0.1', family: 4 }])).toEqual({ status: 200 })
    expect(hook.journal().at(-1)?.headers.host).toBe(`hooks.stand-in.test:${hook.port}`)
  })

  test('is reached at another of its addresses when one does not answer', async () => {
    const addresses = [
      { address: '::1', family: 6 },
      { address: '127.0.0.1', family: 4 },
    ]
    expect(await by(async () => addresses)).toEqual({ status: 200 })
  })

  test('that does not resolve, or resolves to no address, is a failed connection', async () => {
    expect(await by(() => Promise.reject(new Error('ENOTFOUND hooks.stand-in.test')))).toEqual({
      status: null,
      failure: 'connection',
    })
    expect(await by(async () => [])).toEqual({ status: null, failure: 'connection' })
  })

  test('whose lookup never ends fails with a timeout after the limit for connecting', {
    tags: ['sec-53'],
  }, async () => {
    const never: Resolve = () => new Promise(() => undefined)
    const limits = { connectMs: 200, totalMs: endlessMs }
    expect(await by(never, limits)).toEqual({ status: null, failure: 'timeout' })
  })
})

describe('an answer', () => {
  test('of a megabyte counts like a short one', async () => {
    fault({ body: 'x'.repeat(1_000_000) })
    expect(await post()).toEqual({ status: 200 })
  })

  test('that never ends is cut off after its first 64 kilobytes', { tags: ['sec-53'] }, async () => {
    const dropped = Promise.withResolvers<void>()
    const endless = (_request: IncomingMessage, response: ServerResponse) => {
      const write = () => {
        while (response.write(Buffer.alloc(16_384)));
      }
      response.on('drain', write).on('close', dropped.resolve)
      write()
    }
    await withServer(endless, async (address) => {
      const limits = { connectMs: endlessMs, totalMs: endlessMs }
      expect(await post(address, { limits })).toEqual({ status: 200 })
      await dropped.promise
    })
  })

  test('may take longer than the limit for connecting', async () => {
    const slow = (_request: IncomingMessage, response: ServerResponse) =>
      void setTimeout(() => response.end(), 500)
    await withServer(slow, async (address) => {
      expect(await post(address, { limits: { connectMs: 250, totalMs: 5_000 } })).toEqual({ status: 200 })
    })
  })

  test('that stalls or breaks off in the middle counts by its status', async () => {
    const stalling = (_request: IncomingMessage, response: ServerResponse) => void response.write('begin')
    await withServer(stalling, async (address) =>
      expect(await post(address, { limits: shortLimits })).toEqual({ status: 200 }),
    )
    const breaking = ({ socket }: IncomingMessage, response: ServerResponse) =>
      void response.write('begin', () => socket.resetAndDestroy())
    await withServer(breaking, async (address) => expect(await post(address)).toEqual({ status: 200 }))
  })

  test('that is not HTTP, switches protocols or has huge headers is a failed connection', async () => {
    const gibberish = ({ socket }: IncomingMessage) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')
    const failed = { status: null, failure: 'connection' }
    await withServer(gibberish, async (address) => expect(await post(address)).toEqual(failed))
    const verbose = ({ socket }: IncomingMessage) =>
      void socket.end(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`)
    await withServer(verbose, async (address) => expect(await post(address)).toEqual(failed))
    const switching = ({ socket }: IncomingMessage) =>
      void socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n')
    await withServer(switching, async (address) => expect(await post(address)).toEqual(failed))
  })
})

describe('over TLS', () => {
  const name = 'hooks.stand-in.test'
  const certificate = selfSigned(name)
  const trusted = tls.getCACertificates('default')
  let requests = 0
  const server = createServer(certificate, (_request, response) => {
    requests++
    response.end()
  })

  beforeAll(() => once(server.listen(0, '127.0.0.1'), 'listening'))
  afterEach(() => {
    tls.setDefaultCACertificates(trusted)
    requests = 0
  })
  afterAll(() => new Promise((done) => server.close(done)))

  const postTo = (host: string) => {
    const { port } = server.address() as AddressInfo
    return post(`https://${host}:${port}/`, { resolve: async () => [{ address: '127.0.0.1', family: 4 }] })
  }

  test('the certificate must be trusted and must be for the host name, whatever its address', async () => {
    tls.setDefaultCACertificates([certificate.cert])
    expect(await postTo(name)).toEqual({ status: 200 })
    expect(await postTo('other.stand-in.test')).toEqual({ status: null, failure: 'connection' })
    expect(requests).toBe(1)
  })

  test('nothing is sent to a server whose certificate is not trusted', async () => {
    expect(await postTo(name)).toEqual({ status: null, failure: 'connection' })
    expect(requests).toBe(0)
  })
})

/** A key and a self-signed certificate for one name, valid for a century. */
function selfSigned(name: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const algorithm = der(0x30, der(0x06, Buffer.from('2b6570', 'hex')))
  const commonName = der(0x30, der(0x06, Buffer.from('550403', 'hex')), der(0x0c, Buffer.from(name)))
  const issuer = der(0x30, der(0x31, commonName))
  const validity = der(
    0x30,
    ...['20200101000000Z', '21200101000000Z'].map((time) => der(0x18, Buffer.from(time))),
  )
  const names = der(0x04, der(0x30, der(0x82, Buffer.from(name))))
  const extensions = der(0xa3, der(0x30, der(0x30, der(0x06, Buffer.from('551d11', 'hex')), names)))
  const version = der(0xa0, der(0x02, Buffer.from([2])))
  const serial = der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)]))
  const subjectKey = publicKey.export({ type: 'spki', format: 'der' })
  const content = der(0x30, version, serial, algorithm, issuer, validity, issuer, subjectKey, extensions)
  return {
    key: pemKey(privateKey),
    cert: pem(der(0x30, content, algorithm, bits(sign(null, content, privateKey)))),
  }
}

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}

function bits(value: Buffer): Buffer {
  return der(0x03, Buffer.from([0]), value)
}

function pem(content: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${content.toString('base64')}\n-----END CERTIFICATE-----\n`
}

function pemKey(key: KeyObject): string {
  return String(key.export({ type: 'pkcs8', format: 'pem' }))
}
