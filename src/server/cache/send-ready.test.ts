import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ReadyAnswer, readyAnswer } from './kept.ts'
import { sendReady } from './send-ready.ts'

const short = readyAnswer({ name: 'Zoë' })
const long = readyAnswer({ words: 'applause '.repeat(400) })

/** A server whose answers to one burst of requests leave together. */
let app: FastifyInstance
let whenAllAsked: PromiseWithResolvers<void>
let asked: number

beforeEach(async () => {
  whenAllAsked = Promise.withResolvers()
  asked = 0
  app = Fastify()
  app.decorate('answerHeaders', { 'cache-control': 'no-store' })
  const addRoute = (path: string, ready: ReadyAnswer, before: (socket: Socket) => void = () => undefined) =>
    app.get(path, async (request, reply) => {
      asked += 1
      await whenAllAsked.promise
      const answer = sendReady({ request, reply }, ready)
      if (path === '/refused') reply.raw.writeHead(503, { 'content-length': 0 }).end()
      before(request.raw.socket)
      return answer
    })
  addRoute('/short', short)
  addRoute('/long', long)
  addRoute('/refused', short)
  addRoute('/left', short, (socket) => socket.destroy())
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(() => app.close())

/** Asks on one connection for each path, and gives what came back. */
async function askTogether(paths: readonly string[], headers: readonly string[] = []): Promise<string[]> {
  const { port } = app.server.address() as AddressInfo
  const answers = paths.map(async (path) => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    socket.write(
      [`GET ${path} HTTP/1.1`, 'host: localhost', 'connection: close', ...headers, '', ''].join('\r\n'),
    )
    return text(socket).catch(() => '')
  })
  await expect.poll(() => asked).toBe(paths.length)
  whenAllAsked.resolve()
  return Promise.all(answers)
}

const statusOf = (answer: string) => answer.split(' ', 2)[1]

test('the answers of one turn reach those who asked for them', async () => {
  const [first = '', second = '', third = ''] = await askTogether(['/short', '/long', '/short'])
  expect([first, second, third].map(statusOf)).toEqual(['200', '200', '200'])
  expect(first.endsWith('\r\n\r\n{"name":"Zoë"}')).toBe(true)
  expect(second).toContain(`etag: ${long.etag}\r\n`)
  expect(third).toContain(`etag: ${short.etag}\r\n`)
  const ids = [first, second, third].map((answer) => /x-request-id: (\S+)/.exec(answer)?.[1])
  expect(new Set(ids).size).toBe(3)
})

test('somebody who has left, or was answered otherwise meanwhile, keeps nobody from an answer', async () => {
  const answers = await askTogether(['/left', '/refused', '/short'])
  expect(answers[0]).toBe('')
  expect(answers.slice(1).map(statusOf)).toEqual(['503', '200'])
})

test('whoever has the answer already is told so in the same turn', async () => {
  const answers = await askTogether(['/short', '/long'], [`if-none-match: ${short.etag}`])
  expect(answers.map(statusOf)).toEqual(['304', '200'])
})
