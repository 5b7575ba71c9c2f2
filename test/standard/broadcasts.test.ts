import { once } from 'node:events'
import { connect as connectTcp, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import WebSocket from 'ws'
import { liveMessage } from '#contract/live.schema.ts'
import { type LiveMessage, livePath } from '#contract/live.ts'
import { asId } from '#domain/ids.ts'
import { statement } from '#server/db/handle.ts'
import type { TestMember } from '#test/support/app.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'

const socketCount = 1_000
const membersCount = 100
const postId = asId<'post'>('0197f000-0000-7000-8000-000000000000')

let t: ListeningApp
let members: TestMember[]
let open: { terminate(): void }[] = []

beforeAll(async () => {
  t = await startListeningApp({ limits: { socketsPerAddress: 2 * socketCount, sockets: 2 * socketCount } })
  members = []
  for (let nth = 0; nth < membersCount; nth++) members.push(await t.member(`member.${nth}`))
})
afterEach(() => {
  for (const each of open) each.terminate()
  open = []
})
afterAll(() => t.close())

test('a message for a thousand sockets is serialised once, and each gets the same text', {
  tags: ['f-15'],
}, async () => {
  const heard: string[] = []
  for (let nth = 0; nth < socketCount; nth += membersCount) {
    await Promise.all(members.map((member) => listen(member, (text) => heard.push(text))))
  }
  await expect.poll(() => heard.length).toBe(socketCount)
  heard.length = 0
  const stringify = vi.spyOn(JSON, 'stringify')
  const message = { type: 'ENGAGEMENT_UPDATE', data: { postId } } as const
  t.deps.live.announce({ messages: [message] })
  await expect.poll(() => heard.length).toBe(socketCount)
  const serialised = stringify.mock.calls.filter(
    ([value]) => (value as { type?: unknown } | null)?.type === message.type,
  )
  stringify.mockRestore()
  expect(serialised).toHaveLength(1)
  expect(new Set(heard)).toEqual(new Set([JSON.stringify(message)]))
})

test('a thousand windows are told that a large board changed and when to read it, and a few get it whole', {
  tags: ['live-board-bounded', 'live-reads-spread'],
}, async () => {
  const heard: LiveMessage[] = []
  const hear = (text: string) => heard.push(liveMessage.parse(JSON.parse(text)))
  const ofType = (type: LiveMessage['type']) => heard.filter((message) => message.type === type)
  for (let nth = 0; nth < socketCount; nth += membersCount) {
    await Promise.all(members.map((member) => listen(member, hear)))
  }
  await expect.poll(() => ofType('connected')).toHaveLength(socketCount)
  expect(heard.at(0)).toEqual({ type: 'connected', data: { signedIn: true } })
  expect(heard.at(-1)).toEqual({ type: 'connected', data: { signedIn: true, withinMs: 500 } })
  await t.deps.db.run(statement('', 'update users set total_points = 15, reached_at = created_at'), [])
  heard.length = 0
  t.deps.live.announce({ topics: ['totals'] })
  await expect.poll(() => ofType('TOUCHED')).toHaveLength(socketCount)
  expect(heard.at(-1)).toEqual({ type: 'TOUCHED', topics: ['totals'], withinMs: socketCount })
  for (const each of open.splice(10)) each.terminate()
  await expect.poll(() => t.deps.hub.size).toBe(10)
  await t.deps.db.run(statement('', 'update users set total_points = 30'), [])
  expect(ofType('LEADERBOARD_UPDATE')).toEqual([])
  t.deps.live.announce({ topics: ['totals'] })
  await expect.poll(() => ofType('LEADERBOARD_UPDATE'), { timeout: 5_000 }).toHaveLength(10)
  expect(heard.at(-1)).toMatchObject({ type: 'LEADERBOARD_UPDATE', data: { total: membersCount } })
  expect(ofType('TOUCHED').at(-1)).toEqual({ type: 'TOUCHED', topics: ['totals'] })
})

test('a socket that reads nothing is dropped once a megabyte waits for it, and the others get everything', {
  tags: ['f-15'],
}, async () => {
  const [slow, quick] = [members[0], members[1]]
  if (!slow || !quick) throw new Error('nobody is there')
  await listenWithoutReading(slow)
  let heard = 0
  await listen(quick, () => {
    heard++
  })
  await expect.poll(() => [t.deps.hub.size, heard]).toEqual([2, 1])
  const bytes = Buffer.from(JSON.stringify({ type: 'TOUCHED', topics: [], filler: 'x'.repeat(100_000) }))
  let sent = 0
  // The kernel takes some megabytes before anything waits in the process.
  for (; t.deps.hub.size === 2 && sent < 1_000; sent++) {
    t.deps.hub.broadcast('TOUCHED', bytes)
    await expect.poll(() => heard, { interval: 1 }).toBe(sent + 2)
  }
  expect(t.deps.hub.size).toBe(1)
  t.deps.hub.broadcast('TOUCHED', bytes)
  await expect.poll(() => heard).toBe(sent + 2)
})

async function listen({ cookie }: TestMember, hear: (text: string) => void): Promise<void> {
  const socket = new WebSocket(`${t.origin.replace('http', 'ws')}${livePath}`, { headers: { cookie } })
  open.push(socket)
  socket.on('message', (data) => hear(String(data)))
  await once(socket, 'open')
}

/** Opens a live connection as a client that stops reading after the handshake. */
async function listenWithoutReading({ cookie }: TestMember): Promise<void> {
  const { host, hostname, port } = new URL(t.origin)
  const socket: Socket = connectTcp(Number(port), hostname)
  open.push({ terminate: () => socket.destroy() })
  socket.on('error', () => undefined)
  socket.write(
    [
      `GET ${livePath} HTTP/1.1`,
      `Host: ${host}`,
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
      `Cookie: ${cookie}`,
      '',
      '',
    ].join('\r\n'),
  )
  await once(socket, 'data')
  socket.pause()
}
