import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request whose body has been read. */
export interface ReadRequest {
  method: string
  /** With the query. */
  url: string
  /** Without the query. */
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer | string
}

export async function readRequest(incoming: IncomingMessage): Promise<ReadRequest> {
  const url = incoming.url ?? '/'
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return {
    method: incoming.method ?? 'GET',
    url,
    path: url.split('?', 1)[0] ?? url,
    headers: incoming.headers,
    body: Buffer.concat(chunks),
  }
}

/** The body parsed by its content type: form fields, JSON or text, or null when it is empty. */
export function parseBody({ headers, body }: ReadRequest): unknown {
  if (body.length === 0) return null
  const text = body.toString('utf8')
  const type = headers['content-type'] ?? ''
  if (type.includes('json')) return parseJson(text)
  if (!type.includes('x-www-form-urlencoded')) return text
  return Object.fromEntries([...new URLSearchParams(text)].map(([name, value]) => [name, parseField(value)]))
}

export function jsonAnswer(body: unknown, status = 200): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  }
}

/** Forwards the request to a server on 127.0.0.1. It keeps the Host header, so that links made from it are right. */
export function forward(port: number, { method, url, headers, body }: ReadRequest): Promise<Answer> {
  const { connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: url,
        agent: false,
        headers: { ...kept, 'content-length': body.length },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', reject)
        incoming.on('end', () => {
          const {
            connection,
            'keep-alive': keepAlive,
            'transfer-encoding': encoding,
            ...rest
          } = incoming.headers
          resolve({ status: incoming.statusCode ?? 502, headers: rest, body: Buffer.concat(chunks) })
        })
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

export interface Listening {
  server: Server
  port: number
  close(): Promise<void>
}

/** Listens on 127.0.0.1; port 0 means any free one. Closing also ends open connections. */
export async function listen(port: number): Promise<Listening> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  return {
    server,
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}

// The Slack client sends blocks and metadata as JSON text inside form fields.
function parseField(value: string): unknown {
  return value.startsWith('[') || value.startsWith('{') ? parseJson(value) : value
}

/** Text that is not JSON stays text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
