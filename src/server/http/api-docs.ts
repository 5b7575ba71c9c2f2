import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { docsPage, docsScript, docsStyle } from './docs-page.ts'
import { contentPolicy } from './headers.ts'
import { describeApi, noteApiRoutes } from './openapi.ts'

const gzipped = promisify(gzip)
const library = [
  ['swagger-ui-bundle.js', 'text/javascript', import.meta.resolve('swagger-ui-dist/swagger-ui-bundle.js')],
  ['swagger-ui.css', 'text/css', import.meta.resolve('swagger-ui-dist/swagger-ui.css')],
] as const
const open = { permission: 'enter anonymously' } as const
const address = '/api/docs'
const checkedEachTime = 'public, no-cache'
const keptForADay = 'public, max-age=86400'

/**
 * Serves the description of the API, with every route that is mounted after this call, and a page that shows it.
 * Anybody may read them, because tools have no session and nothing in them is secret.
 */
export function mountApiDocs(app: FastifyInstance, config: Config): void {
  const routes = noteApiRoutes(app)
  // Made when somebody first asks for it, because most processes are never asked.
  let made: Promise<Made> | undefined
  const options = { config: open, onSend: headersOf(checkedEachTime) }
  app.get('/api/openapi.json', options, async (request, reply) => {
    made ??= madeOf(JSON.stringify(describeApi(routes)))
    return sendMade(request, reply.type('application/json; charset=utf-8'), await made)
  })
  mountPage(app, config)
}

function mountPage(app: FastifyInstance, config: Config): void {
  const page = { ...headersFor(checkedEachTime), 'content-security-policy': contentPolicy(config) }
  app.get(address, { config: open, onSend: async (_, reply) => void reply.headers(page) }, async (_, reply) =>
    reply.type('text/html; charset=utf-8').send(docsPage),
  )
  const own = { 'page.js': ['text/javascript', docsScript], 'page.css': ['text/css', docsStyle] } as const
  for (const [name, [type, text]] of Object.entries(own)) {
    app.get(`${address}/${name}`, { config: open, onSend: headersOf(checkedEachTime) }, async (_, reply) =>
      reply.type(`${type}; charset=utf-8`).send(text),
    )
  }
  for (const [name, type, file] of library) {
    const send = libraryFile(fileURLToPath(file))
    app.get(`${address}/${name}`, { config: open, onSend: headersOf(keptForADay) }, (request, reply) =>
      send(request, reply.type(`${type}; charset=utf-8`)),
    )
  }
}

function headersFor(caching: string) {
  return { 'cache-control': caching }
}

/** Runs after the hook that forbids to keep an answer of the API. */
function headersOf(caching: string) {
  return async (_: FastifyRequest, reply: FastifyReply) => void reply.headers(headersFor(caching))
}

interface Made {
  readonly text: string
  readonly etag: string
  readonly compressed: Buffer
}

async function madeOf(text: string): Promise<Made> {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
  return { text, etag, compressed: await gzipped(text) }
}

function sendMade({ headers }: FastifyRequest, reply: FastifyReply, made: Made): FastifyReply {
  reply.headers({ etag: made.etag, vary: 'accept-encoding' })
  if (headers['if-none-match'] === made.etag) return reply.code(304).send()
  return takesGzip(headers)
    ? reply.header('content-encoding', 'gzip').send(made.compressed)
    : reply.serializer(String).send(made.text)
}

/** Sends a file of the library, compressed once somebody asks for it so. */
function libraryFile(path: string) {
  let compressed: Promise<Buffer> | undefined
  return async ({ headers }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(headers)) return reply.send(createReadStream(path))
    compressed ??= readFile(path).then((bytes) => gzipped(bytes))
    return reply.header('content-encoding', 'gzip').send(await compressed)
  }
}

function takesGzip(headers: FastifyRequest['headers']): boolean {
  return String(headers['accept-encoding'] ?? '').includes('gzip')
}
