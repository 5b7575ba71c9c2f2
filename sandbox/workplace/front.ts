import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { pagePaths } from './channel-blocks.ts'
import type { FaultQueue } from './faults.ts'
import { type Answer, type Listening, parseBody, type ReadRequest, readRequest } from './http.ts'
import { pictureAnswer } from './pictures.ts'
import { actionsPath } from './response-urls.ts'

export interface JournalEntry {
  /** Milliseconds of the monotonic clock. */
  atMs: number
  method: string
  /** Without the query. */
  path: string
  /** Form fields or JSON as an object, other text as a string, null for an empty body. */
  body: unknown
}

export interface FrontOptions {
  faults: FaultQueue
  journal: JournalEntry[]
  /** Serves sign-in and its pages. */
  signIn(request: ReadRequest): Promise<Answer>
  /** Serves the pages on which people see the channel and use the app. */
  channel(request: ReadRequest): Promise<Answer>
  /** Serves the pages on which people read their mails. */
  mail(request: ReadRequest): Promise<Answer>
  /** Takes what the app answers to presses and commands later. */
  responses(request: ReadRequest): Promise<Answer>
  /** Serves everything else under /api/. */
  chat(request: ReadRequest): Promise<Answer>
}

/** Makes a listening server the single origin that stands in for slack.com. Records every request, then routes it. */
export function openFront({ server }: Listening, options: FrontOptions): void {
  server.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
    serve(incoming, response, options).catch((error: unknown) => {
      if (response.headersSent) response.destroy()
      else send(response, textAnswer(502, `The sandbox workplace failed: ${String(error)}`))
    })
  })
}

async function serve(incoming: IncomingMessage, response: ServerResponse, options: FrontOptions) {
  const request = await readRequest(incoming)
  const { method, path } = request
  options.journal.push({ atMs: performance.now(), method, path, body: parseBody(request) })
  const fault = options.faults.take(path)
  if (fault?.mode === 'hang') return
  if (fault?.mode === 'reset') {
    incoming.socket.resetAndDestroy()
    return
  }
  if (fault?.mode === 'slow') await sleep(fault.delayMs ?? 0)
  else if (fault && fault.mode !== 'late') {
    const body = typeof fault.body === 'string' ? fault.body : JSON.stringify(fault.body ?? { ok: false })
    const type = typeof fault.body === 'string' ? 'text/html; charset=utf-8' : 'application/json'
    send(response, { status: fault.status ?? 200, headers: { 'content-type': type, ...fault.headers }, body })
    return
  }
  const answer = await route(request, options)
  if (fault?.mode === 'late') await sleep(fault.delayMs ?? 0)
  send(response, answer)
}

async function route(request: ReadRequest, options: FrontOptions): Promise<Answer> {
  const { signIn, chat, channel, mail, responses } = options
  if (/^\/(api\/openid\.|openid\/|\.well-known\/|interaction\/)/.test(request.path))
    return signIn(request).then(withSessionCookies)
  if (request.path.startsWith('/api/')) return chat(request)
  if (request.path.startsWith(actionsPath)) return responses(request)
  if (isBelow(request.path, pagePaths.main)) return channel(request)
  if (isBelow(request.path, pagePaths.mail)) return mail(request)
  return (await pictureAnswer(request.path)) ?? textAnswer(404, 'The sandbox workplace has no such page')
}

function isBelow(path: string, start: string): boolean {
  return path === start || path.startsWith(`${start}/`)
}

// Removes the expiry of cookies, which follows this process's clock; the browser's clock may differ. An expiry in 1970
// stays, because it deletes the cookie.
function withSessionCookies(answer: Answer): Answer {
  const cookies = answer.headers['set-cookie']
  if (!Array.isArray(cookies)) return answer
  const kept = cookies.map((cookie) => cookie.replace(/; *expires=(?!Thu, 01 Jan 1970)[^;]*/i, ''))
  return { ...answer, headers: { ...answer.headers, 'set-cookie': kept } }
}

function textAnswer(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) response.setHeader(name, value)
  }
  response.setHeader('content-length', Buffer.byteLength(body))
  response.writeHead(status)
  response.end(body)
}
