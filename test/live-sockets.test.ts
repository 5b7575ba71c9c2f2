import { request as httpRequest } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { signOut } from '#contract/auth.schema.ts'
import { reportInteraction } from '#contract/interactions.schema.ts'
import { getLeaderboard } from '#contract/leaderboard.schema.ts'
import { liveMessage } from '#contract/live.schema.ts'
import type { Topic } from '#contract/topics.ts'
import { revokeSessions } from '#contract/users.schema.ts'
import { asId } from '#domain/ids.ts'
import { newSessionSecret } from '#server/access/session.ts'
import { statement } from '#server/db/handle.ts'
import { closeEndedSessions, usualPace, watchSessions } from '#server/live/session-watch.ts'
import { insertMember, type TestMember } from '#test/support/app.ts'
import { disableMember, insertPost } from '#test/support/fixtures.ts'
import { type ListeningApp, startListeningApp } from '#test/support/listening.ts'

const hourMs = 3_600_000

let t: ListeningApp
let open: TestSocket[] = []

beforeAll(async () => {
  t = await startListeningApp()
})

afterEach(async () => {
  for (const { socket } of open) socket.terminate()
  open = []
})

afterAll(() => t.close())

describe('a socket receives', () => {
  test('every message with a session, and only `connected` without one', {
    tags: ['live-confirmed', 'sec-31', 'sec-34'],
  }, async () => {
    const member = await t.member('ana.lima')
    const [signedIn, anonymous, stale] = await Promise.all([
      connect(member),
      connect(),
      connect({ cookie: 'sid=long-gone' }),
    ])
    t.deps.live.announce({ messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: asId(member.id) } }] })
    await signedIn.hears(2)
    await sleep(100)
    expect(signedIn.heard).toEqual([
      { type: 'connected', data: { signedIn: true } },
      { type: 'ENGAGEMENT_UPDATE', data: { postId: member.id } },
    ])
    for (const { heard } of [anonymous, stale]) {
      expect(heard).toEqual([{ type: 'connected', data: { signedIn: false } }])
    }
  })

  test('only `connected` with a bearer, whether in a header, the address or the cookie', {
    tags: ['sec-04'],
  }, async () => {
    const { value, id } = await bearerSession()
    const tries = [
      await connect({}, { headers: { authorization: `Bearer ${value}` } }),
      await connect({}, { query: `?auth_token=${value}` }),
      await connect({ cookie: `sid=${value}` }),
    ]
    t.deps.live.announce({ messages: [{ type: 'ENGAGEMENT_UPDATE', data: { postId: asId(id) } }] })
    await sleep(100)
    for (const { heard } of tries) expect(heard).toEqual([{ type: 'connected', data: { signedIn: false } }])
  })
})

test('a report pushes the whole new board, which the board’s own address answers too', {
  tags: ['fields-live', 'sec-34'],
}, async () => {
  const watching = await connect(await t.member('watching.wim'))
  const as = await t.member('moving.mo')
  const body = { postId: await insertPost(t.deps), interactionType: 'like' }
  expect((await t.call(reportInteraction, { as, body })).status).toBe(200)
  const pushed = () =>
    watching.heard
      .map((message) => liveMessage.parse(message))
      .flatMap((message) => (message.type === 'LEADERBOARD_UPDATE' ? [message.data] : []))
  await eventually(() => pushed().length > 0)
  expect(pushed().at(-1)).toEqual((await t.call(getLeaderboard, { as })).answer)
  expect(pushed().at(-1)?.data).toMatchObject([{ username: 'moving.mo' }])
})

describe('an open window learns which topics a commit touched', () => {
  const topicsOf = ({ heard }: TestSocket) =>
    heard
      .map((message) => liveMessage.parse(message))
      .flatMap((message) => (message.type === 'TOUCHED' ? message.topics : []))

  test('at once if they are shared, and a member’s own topics only in that member’s windows', async () => {
    const [ana, ben] = [await t.member('touched.ana'), await t.member('touched.ben')]
    const [own, other] = [await connect(ana), await connect(ben)]
    await t.deps.db.transaction(async (tx) => {
      tx.announce({ topics: ['shares', 'totals'], members: [ana.id] })
    })
    await eventually(() => topicsOf(own).length === 2)
    await eventually(() => topicsOf(other).length === 1)
    expect(topicsOf(own).sort()).toEqual(['shares', 'totals'])
    expect(topicsOf(other)).toEqual(['totals'])
  })

  test('once for a burst of commits, and not if only the admin panel shows them', async () => {
    const socket = await connect(await t.member('touched.cem'))
    const announce = (topics: readonly Topic[]) =>
      t.deps.db.transaction(async (tx) => tx.announce({ topics, members: [] }))
    for (let n = 0; n < 20; n++) await announce(['totals'])
    await announce(['deliveries', 'audit'])
    await eventually(() => topicsOf(socket).length > 0)
    await sleep(50)
    expect(topicsOf(socket)).toEqual(['totals'])
  })

  test('of a contest at once, before what was touched earlier and waits for its second', {
    tags: ['contests-live'],
  }, async () => {
    const socket = await connect(await t.member('touched.ema'))
    const announce = (topics: readonly Topic[]) =>
      t.deps.db.transaction(async (tx) => tx.announce({ topics, members: [] }))
    await announce(['posts'])
    await eventually(() => topicsOf(socket).length === 1)
    await announce(['activities'])
    await announce(['contests', 'totals'])
    await eventually(() => topicsOf(socket).length === 4)
    expect(topicsOf(socket)).toEqual(['posts', 'contests', 'activities', 'totals'])
  })

  test('but never for a transaction that was rolled back', { tags: ['inv-15'] }, async () => {
    const socket = await connect(await t.member('touched.dee'))
    const rolledBack = t.deps.db.transaction(async (tx) => {
      tx.announce({ topics: ['posts'] })
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    await t.deps.db.transaction(async (tx) => tx.announce({ topics: ['rules'] }))
    await eventually(() => topicsOf(socket).length > 0)
    expect(topicsOf(socket)).toEqual(['rules'])
  })
})

describe('a socket is refused', () => {
  test('from every origin but our own', { tags: ['sec-30'] }, async () => {
    const { port } = new URL(t.origin)
    const hostile = [
      'https://evil.test',
      'null',
      `https://127.0.0.1:${port}`,
      `${t.origin}.evil.test`,
      `http://evil.test/${t.origin}`,
      `http://127.0.0.1:${port}0`,
      t.origin.slice(0, -1),
      `http://localhost:${port}`,
      'http://127.0.0.1',
    ]
    for (const origin of hostile) expect([origin, await refusalOf({ origin })]).toEqual([origin, 403])
    await connect({}, { headers: { origin: t.origin } })
  })

  test('beyond the limit for one address, until another of its sockets closes', {
    tags: ['sec-33'],
  }, async () => {
    const small = await startListeningApp({ limits: { socketsPerAddress: 3 } })
    try {
      const places = await Promise.all([1, 2, 3].map(() => connect({}, { origin: small.origin })))
      expect(await refusalOf({}, small.origin)).toBe(503)
      places[0]?.socket.close()
      await places[0]?.closed
      await eventually(() => small.deps.hub.size === 2)
      await connect({}, { origin: small.origin })
    } finally {
      await small.close()
    }
  })

  test('beyond that limit also in a burst, while the sessions of all are still being read', {
    tags: ['socket-places-burst', 'sec-33'],
  }, async () => {
    const small = await startListeningApp({ limits: { socketsPerAddress: 5 } })
    const sockets = Array.from({ length: 60 }, () => {
      const socket = new WebSocket(socketAddress(small.origin), { headers: { cookie: 'sid=bogus' } })
      return socket.on('error', () => undefined)
    })
    try {
      const outcomes = await Promise.all(sockets.map(outcomeOf))
      expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(5)
      expect(outcomes.filter((outcome) => outcome === 503)).toHaveLength(55)
      for (const socket of sockets) socket.terminate()
      await eventually(() => small.deps.hub.size === 0)
      await Promise.all(Array.from({ length: 5 }, () => connect({}, { origin: small.origin })))
    } finally {
      for (const socket of sockets) socket.terminate()
      await small.close()
    }
  })

  test('and its place is given back when the handshake fails, or was none', {
    tags: ['socket-places-burst'],
  }, async () => {
    const small = await startListeningApp({ limits: { socketsPerAddress: 1 } })
    try {
      for (let time = 0; time < 3; time++) {
        expect((await fetch(`${small.origin}/ws`)).status).toBe(400)
        expect(await statusOfBadHandshake(small.origin)).toBe(400)
      }
      await connect({}, { origin: small.origin })
    } finally {
      await small.close()
    }
  })

  test('and not counted when its client leaves while its session is read', async () => {
    const sizeBefore = t.deps.hub.size
    const lock = await lockSessions()
    const socket = new WebSocket(socketAddress(t.origin), { headers: { cookie: 'sid=nobody' } })
    await new Promise((resolve) => socket.once('open', resolve))
    socket.terminate()
    await sleep(100)
    await lock.release()
    await sleep(100)
    expect(t.deps.hub.size).toBe(sizeBefore)
  })
})

describe('a socket is closed', () => {
  test('when its member signs out, and the sockets of others stay', {
    tags: ['sec-07', 'sec-32'],
  }, async () => {
    const [leaving, staying] = [await t.member('leaving.lea'), await t.member('staying.sam')]
    const [first, second, other] = [await connect(leaving), await connect(leaving), await connect(staying)]
    expect(await t.call(signOut, { as: leaving })).toMatchObject({ status: 200 })
    expect(await first.closed).toBe(1008)
    expect(await second.closed).toBe(1008)
    expect(other.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('when an admin revokes the sessions of its member', { tags: ['sec-32'] }, async () => {
    const [admin, member] = [await t.member('ada.admin', 'admin'), await t.member('revoked.rita')]
    const socket = await connect(member)
    await t.call(revokeSessions, { as: admin, params: { id: member.id } })
    expect(await socket.closed).toBe(1008)
  })

  test('at the next expiry check after its session expires, and such a check runs every few seconds', {
    tags: ['sec-32'],
  }, async () => {
    expect(usualPace.expiryMs).toBeLessThan(5_000)
    const watch = watchSessions(t.deps, { ...usualPace, expiryMs: 20 })
    try {
      const [emergency, chat] = [
        await connect(await insertMember(t.deps, 'emil', 'admin', 'emergency')),
        await connect(await t.member('chat.charlie')),
      ]
      t.clock.advance(8 * hourMs)
      expect(await emergency.closed).toBe(1008)
      expect(chat.socket.readyState).toBe(WebSocket.OPEN)
    } finally {
      watch.stop()
    }
  })

  test('at the next expiry check after its session was unused for too long, unless it was used elsewhere', {
    tags: ['socket-idle-end', 'sec-32'],
  }, async () => {
    const watch = watchSessions(t.deps, { ...usualPace, expiryMs: 20 })
    try {
      const [idle, busy] = [
        await insertMember(t.deps, 'idle.ida', 'admin', 'emergency'),
        await insertMember(t.deps, 'busy.bo', 'admin', 'emergency'),
      ]
      const [ending, staying] = [await connect(idle), await connect(busy)]
      t.clock.advance(hourMs / 2)
      const sql = 'update sessions set last_seen_at = $2::timestamptz where user_id = $1'
      await t.deps.db.run(statement('', sql), [busy.id, t.clock.now().toISOString()])
      t.clock.advance(hourMs / 2 + 1)
      expect(await ending.closed).toBe(1008)
      await sleep(50)
      expect(staying.socket.readyState).toBe(WebSocket.OPEN)
      t.clock.advance(hourMs / 2)
      expect(await staying.closed).toBe(1008)
    } finally {
      watch.stop()
    }
  })

  test('at the next database check when its session is deleted or unused, or its member is disabled', {
    tags: ['sec-32'],
  }, async () => {
    const watch = watchSessions(t.deps, { expiryMs: hourMs, revalidationMs: 20, clearingMs: hourMs })
    try {
      const [gone, disabled, kept] = [
        await t.member('gone.gus'),
        await t.member('disabled.dora'),
        await t.member('kept.kim'),
      ]
      const sockets = [await connect(gone), await connect(disabled), await connect(kept)]
      await t.deps.db.run(statement('', 'delete from sessions where user_id = $1'), [gone.id])
      await disableMember(t.deps, disabled.id)
      expect(await Promise.all([sockets[0]?.closed, sockets[1]?.closed])).toEqual([1008, 1008])
      const unused = await connect(await insertMember(t.deps, 'unused.uma', 'admin', 'emergency'))
      await closeEndedSessions(t.deps)
      await sleep(50)
      expect(unused.socket.readyState).toBe(WebSocket.OPEN)
      t.clock.advance(hourMs + 1)
      expect(await unused.closed).toBe(1008)
      expect(sockets[2]?.socket.readyState).toBe(WebSocket.OPEN)
    } finally {
      watch.stop()
    }
  })

  test('never while its session is valid', async () => {
    const socket = await connect(await t.member('fine.fay'))
    await closeEndedSessions(t.deps)
    t.deps.hub.closeExpired(t.clock.now())
    await sleep(50)
    expect(socket.socket.readyState).toBe(WebSocket.OPEN)
  })

  test('when its member opens an eleventh one, the oldest first', { tags: ['sec-33'] }, async () => {
    const member = await t.member('many.maria')
    const sockets = []
    for (let count = 0; count < 10; count++) sockets.push(await connect(member))
    await sleep(50)
    expect(sockets.every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(true)
    const eleventh = await connect(member)
    expect(await sockets[0]?.closed).toBe(1008)
    expect([...sockets.slice(1), eleventh].every(({ socket }) => socket.readyState === WebSocket.OPEN)).toBe(
      true,
    )
  })

  test('after a frame of more than a kilobyte, signed in or not', { tags: ['sec-33'] }, async () => {
    for (const who of [await t.member('loud.lou'), {}]) {
      const fits = await connect(who)
      fits.socket.send('x'.repeat(1_024))
      await sleep(50)
      expect(fits.socket.readyState).toBe(WebSocket.OPEN)
      fits.socket.send('x'.repeat(1_025))
      expect(await fits.closed).toBe(1009)
    }
  })

  test('after more than ten messages, of which the earlier are ignored', {
    tags: ['live-ignores-input', 'sec-33'],
  }, async () => {
    const chatty = await connect(await t.member('chatty.cher'))
    for (let count = 0; count < 10; count++) chatty.socket.send('{"type":"POINT_UPDATE","data":{}}')
    await sleep(50)
    expect(chatty.socket.readyState).toBe(WebSocket.OPEN)
    expect(chatty.heard).toEqual([{ type: 'connected', data: { signedIn: true } }])
    chatty.socket.send('hello')
    expect(await chatty.closed).toBe(1008)
  })
})

interface TestSocket {
  readonly socket: WebSocket
  readonly heard: unknown[]
  /** The close code. */
  readonly closed: Promise<number>
  hears(count: number): Promise<void>
}

interface ConnectOptions {
  readonly headers?: Record<string, string>
  readonly query?: string
  readonly origin?: string
}

/** Opens a socket and waits until it is confirmed. */
async function connect(who: Partial<TestMember> = {}, options: ConnectOptions = {}): Promise<TestSocket> {
  const headers = { ...(who.cookie && { cookie: who.cookie }), ...options.headers }
  const socket = new WebSocket(socketAddress(options.origin ?? t.origin) + (options.query ?? ''), { headers })
  const heard: unknown[] = []
  socket.on('message', (data) => heard.push(JSON.parse(String(data))))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  const hears = (count: number) => eventually(() => heard.length >= count)
  const result = { socket, heard, closed, hears }
  open.push(result)
  await hears(1)
  return result
}

/** The status of a handshake whose key is none. */
function statusOfBadHandshake(origin: string): Promise<number> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'none',
  }
  return new Promise((resolve, reject) => {
    const asking = httpRequest(`${origin}/ws`, { headers, agent: false }, (answer) => {
      answer.resume().once('close', () => resolve(answer.statusCode ?? 0))
    })
    asking.once('error', reject).end()
  })
}

/** `open`, or the status of the refusal. */
function outcomeOf(socket: WebSocket): Promise<'open' | number> {
  return new Promise((resolve) => {
    socket.once('open', () => resolve('open'))
    socket.once('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode))
  })
}

/** The status of a refused handshake. */
function refusalOf(headers: Record<string, string>, origin = t.origin): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketAddress(origin), { headers })
    socket.once('open', () => reject(new Error('the socket was opened')))
    socket.on('error', () => undefined)
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0)
      response.destroy()
    })
  })
}

function socketAddress(origin: string): string {
  return `${origin.replace('http', 'ws')}/ws`
}

/** Blocks all other reads of sessions until it is released. */
async function lockSessions(): Promise<{ release(): Promise<void> }> {
  const [locked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = t.deps.db.transaction(async (tx) => {
    await tx.run(statement('', 'lock table sessions in access exclusive mode'), [])
    locked.resolve()
    await released.promise
  })
  await locked.promise
  return {
    release: () => {
      released.resolve()
      return holding
    },
  }
}

async function bearerSession(): Promise<{ value: string; id: string }> {
  const member = await insertMember(t.deps, 'bearer.ben', 'admin', 'emergency')
  const { value, hash } = newSessionSecret()
  const update = 'update sessions set bearer_hash = $2 where user_id = $1'
  await t.deps.db.run(statement('', update), [member.id, hash])
  return { value, id: member.id }
}

async function eventually(isTrue: () => boolean): Promise<void> {
  for (let waitedMs = 0; waitedMs < 5_000; waitedMs += 5) {
    if (isTrue()) return
    await sleep(5)
  }
  throw new Error('It did not happen within five seconds')
}
