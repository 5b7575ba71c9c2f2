import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { paths } from '#contract/paths.ts'
import { projectRoot } from '#server/project-root.ts'
import { sendRefusal } from './errors.ts'
import { screenLinks } from './page-links.ts'

const builtFolder = fileURLToPath(new URL('dist/web/', projectRoot))

const open = { permission: 'enter anonymously', budget: 'free' } as const
/** The names of assets change with what is in them; those of pictures do not. */
const cachings = {
  assets: { maxAge: '365d', immutable: true },
  pictures: { maxAge: '1d' },
}

interface WebToServe {
  /** The name of the session cookie. A visitor who sends it may be signed in. */
  readonly sessionCookie: string
  readonly folder?: string
}

/**
 * Serves the built browser code, from compressed copies where they exist, and its page at every address outside the
 * API.
 */
export async function serveWeb(
  app: FastifyInstance,
  { sessionCookie, folder = builtFolder }: WebToServe,
): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'))
  const links = await screenLinks(folder)
  await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true })
  for (const [kind, caching] of Object.entries(cachings)) {
    app.get(`/${kind}/*`, { config: open }, (request, reply) =>
      reply.sendFile(`${kind}/${(request.params as { '*': string })['*']}`, caching),
    )
  }
  for (const file of ['favicon.svg', 'app.webmanifest', 'page-start.js']) {
    app.get(`/${file}`, { config: open }, (_, reply) => reply.sendFile(file, { maxAge: 0 }))
  }
  for (const path of Object.values(paths)) {
    const link = links.get(path)
    app.get(path, { config: open }, ({ headers }, reply) => {
      const mayBeSignedIn = `; ${headers.cookie}`.includes(`; ${sessionCookie}=`)
      if (link) reply.header('link', mayBeSignedIn ? link.filesAndReads : link.files)
      return sendPage(reply, isBuilt)
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD'
    if (
      !isPage ||
      /^\/(api|auth|confirm-address|health|metrics|slack|unsubscribe)(\/|\?|$)/i.test(request.url)
    ) {
      return sendRefusal(reply, 404, { message: 'Not found' })
    }
    // A missing script must not be answered with a page, because the browser would try to run it.
    if (/^\/assets\/|\.\w{2,5}($|\?)/.test(request.url))
      return reply.code(404).type('text/plain').send('Not found')
    return sendPage(reply.code(404), isBuilt)
  })
}

function sendPage(reply: FastifyReply, isBuilt: boolean): FastifyReply {
  if (!isBuilt)
    return reply.code(503).type('text/plain').send('The browser code is not built: run npm run build')
  return reply.header('cache-control', 'no-cache').sendFile('index.html', { cacheControl: false })
}
