import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { isLive } from '#contract/health.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { buildApp } from '#server/app.ts'
import { usualPatience } from '#server/http/patience.ts'
import { startTestApp } from '#test/support/app.ts'

const longestMs = 30_000
const shortPatience = { headersMs: 300, requestMs: 600, checkMs: 50 }
const slowClients = 30

test('slow clients are cut off while they dribble, whatever part of a request they send', {
  tags: ['slow-connections-cut', 'f-14'],
}, async () => {
  const t = await startTestApp()
  const app = await buildApp(t.deps, shortPatience)
  try {
    const address = await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = new URL(address)
    const body = `POST ${reportInteraction.path} HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\nContent-Length: 200\r\n\r\n`
    const beginnings = ['', 'G', `GET ${isLive.path} HTTP/1.1\r\nHost: slow\r\nX-Slow: `, body]
    const slow = Array.from({ length: slowClients }, (_, nth) =>
      dribble(Number(port), beginnings[nth % beginnings.length] ?? ''),
    )
    await Promise.all(slow.map(({ connected }) => connected))
    expect((await fetch(`${address}${isLive.path}`)).status).toBe(200)
    await Promise.all(slow.map(({ closed }) => closed))
  } finally {
    await app.close()
    await t.close()
  }
})

test('the product cuts them within 30 seconds: its own times are those of the server', {
  tags: ['slow-connections-cut', 'f-14'],
}, async () => {
  const t = await startTestApp()
  try {
    expect(t.app.server).toMatchObject({
      headersTimeout: 15_000,
      requestTimeout: 28_000,
      connectionsCheckingInterval: 2_000,
    })
    // The server looks only now and then, so the longest life is the sum.
    const { requestMs, headersMs, checkMs } = usualPatience
    expect(Math.max(requestMs, headersMs) + checkMs).toBeLessThanOrEqual(longestMs)
  } finally {
    await t.close()
  }
})

interface SlowClient {
  readonly connected: Promise<unknown>
  readonly closed: Promise<unknown>
}

/** Sends this at once and then one byte after the other. A client that begins with nothing stays silent. */
function dribble(port: number, beginning: string): SlowClient {
  const socket: Socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined).resume()
  const closed = new Promise((resolve) => socket.once('close', resolve))
  if (beginning !== '') {
    socket.write(beginning)
    void sendSlowly(socket)
  }
  return { connected: once(socket, 'connect'), closed }
}

async function sendSlowly(socket: Socket): Promise<void> {
  while (!socket.destroyed) {
    await sleep(20)
    if (socket.writable) socket.write('x')
  }
}
