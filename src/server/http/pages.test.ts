import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { secureHeaders } from './headers.ts'
import { serveWeb } from './pages.ts'

const page = '<!doctype html><title>Ovation</title>'
const script = 'export const here = "in the file itself"'
const packedScript = 'export const here = "in a copy"'
const manifest = {
  _start: { file: 'assets/start-1.js', imports: ['_shared'], css: ['assets/start-1.css'] },
  _later: { file: 'assets/later-1.js', css: ['assets/later-1.css'] },
  'fonts/inter-greek-wght-normal.woff2': { file: 'assets/inter-greek-wght-normal-1.woff2' },
  'fonts/inter-latin-wght-normal.woff2': { file: 'assets/inter-latin-wght-normal-1.woff2' },
  _shared: { file: 'assets/shared-1.js', imports: ['_start'] },
  'screens/social-feed/social-feed.tsx': {
    file: 'assets/feed-1.js',
    imports: ['_shared', '_start'],
  },
  'screens/profile/profile.tsx': { file: 'assets/profile-1.js', imports: ['_start', '_later'] },
}

let folder: string
let app: FastifyInstance
let emptyApp: FastifyInstance

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ovation-static-'))
  await writeBuild(join(folder, 'built'))
  await mkdir(join(folder, 'empty'))
  app = await serve('built')
  emptyApp = await serve('empty')
})
afterAll(async () => {
  await app.close()
  await emptyApp.close()
  await rm(folder, { recursive: true, force: true })
})

async function writeBuild(built: string): Promise<void> {
  await mkdir(join(built, 'assets'), { recursive: true })
  await mkdir(join(built, '.vite'))
  await writeFile(join(built, '.vite/manifest.json'), JSON.stringify(manifest))
  await writeFile(join(built, 'index.html'), page)
  await writeFile(join(built, 'index.html.br'), brotliCompressSync(page))
  for (const { file } of Object.values(manifest)) {
    await mkdir(join(built, dirname(file)), { recursive: true })
    await writeFile(join(built, file), '')
  }
  await writeFile(join(built, 'assets/shared-1.js'), 'x'.repeat(2 * script.length))
  await writeFile(join(built, 'assets/start-1.js'), script)
  await writeFile(join(built, 'assets/start-1.js.br'), brotliCompressSync(packedScript))
  await writeFile(join(built, 'assets/start-1.js.gz'), gzipSync(packedScript))
  await writeFile(join(built, 'assets/plain-1.css'), 'p {}')
  await mkdir(join(built, 'pictures'))
  await writeFile(join(built, 'pictures/card.png'), 'a picture')
  await writeFile(join(built, 'app.webmanifest'), '{}')
}

/** Serves the browser code alone, without the guard that the whole server puts before its routes. */
async function serve(name: string): Promise<FastifyInstance> {
  const served = fastify()
  secureHeaders(served, readConfig({}))
  await serveWeb(served, { sessionCookie: 'sid', folder: join(folder, name) })
  return served
}

function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return app.inject({ method, url, headers })
}

describe('files', () => {
  it.each([
    ['br', 'gzip, deflate, br, zstd', brotliDecompressSync],
    ['gzip', 'gzip, deflate', gunzipSync],
  ])(
    'are sent as their %s copy when the browser accepts it',
    { tags: ['sec-65'] },
    async (encoding, accepted, unpack) => {
      const answer = await get('/assets/start-1.js', { 'accept-encoding': accepted })
      expect(answer.statusCode).toBe(200)
      expect(answer.headers).toMatchObject({
        'content-encoding': encoding,
        'content-type': 'application/javascript; charset=utf-8',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      })
      expect(answer.headers.vary).toMatch(/accept-encoding/i)
      expect(unpack(answer.rawPayload).toString()).toBe(packedScript)
    },
  )

  it('are sent uncompressed without Accept-Encoding, and caches see that the answer varies', async () => {
    const answer = await get('/assets/start-1.js')
    expect(answer.payload).toBe(script)
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
  })

  it('are sent uncompressed when there is no copy', async () => {
    const answer = await get('/assets/plain-1.css', { 'accept-encoding': 'br, gzip' })
    expect(answer.payload).toBe('p {}')
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.headers['content-type']).toBe('text/css; charset=utf-8')
  })

  it('that are missing are not answered with the page, whatever the browser accepts', {
    tags: ['sec-65'],
  }, async () => {
    const answer = await get('/assets/missing-1.js', { 'accept-encoding': 'br, gzip' })
    expect(answer.statusCode).toBe(404)
    expect(answer.payload).toBe('Not found')
    expect(answer.headers['cache-control']).toBeUndefined()
  })

  it.each([
    ['/pictures/card.png', 'image/png', 'public, max-age=86400'],
    ['/app.webmanifest', 'application/manifest+json', 'public, max-age=0'],
  ])('that keep their name, as %s, have their type and are asked for again', async (url, type, caching) => {
    const { statusCode, headers } = await get(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toContain(type)
    expect(headers['cache-control']).toBe(caching)
    expect((await get(url, { 'if-none-match': String(headers.etag) })).statusCode).toBe(304)
  })

  it.each([
    '/pictures/missing.png',
    '/pictures/..%2findex.html',
    '/app.webmanifest.map',
    '/assets/start-1.js.map',
    '/.env',
    '/.vite/manifest.json',
    '/assets/../.vite/manifest.json',
    '/assets/..%2f.vite%2fmanifest.json',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/package.json',
  ])('outside of the build, as %s, are not found', { tags: ['sec-65'] }, async (url) => {
    const answer = await get(url)
    expect([403, 404]).toContain(answer.statusCode)
    expect(answer.payload).not.toContain('<title>')
  })

  it('of a repository are no pages: their address is unknown', { tags: ['sec-65'] }, async () => {
    const answer = await get('/.git/config')
    expect([answer.statusCode, answer.payload]).toEqual([404, page])
  })

  it('answer a HEAD with the headers of the copy and no body', async () => {
    const answer = await get('/assets/start-1.js', { 'accept-encoding': 'br' }, 'HEAD')
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotliCompressSync(packedScript).length),
    })
    expect(answer.payload).toBe('')
  })

  it('are not sent again to a browser that has the same copy', async () => {
    const { headers } = await get('/assets/start-1.js', { 'accept-encoding': 'br' })
    const known = { 'if-none-match': String(headers.etag) }
    expect((await get('/assets/start-1.js', { 'accept-encoding': 'br', ...known })).statusCode).toBe(304)
    expect((await get('/assets/start-1.js', known)).payload).toBe(script)
  })
})

describe('the page', () => {
  it('is compressed, and revalidated each time', { tags: ['sec-65'] }, async () => {
    const answer = await get('/social-feed', { 'accept-encoding': 'br' })
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page)
    expect(answer.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-frame-options': 'DENY',
    })
    expect(answer.headers.vary).toMatch(/accept-encoding/i)
  })

  it('is compressed at an unknown address too, with status 404', async () => {
    const answer = await get('/nowhere', { 'accept-encoding': 'br' })
    expect(answer.statusCode).toBe(404)
    expect(brotliDecompressSync(answer.rawPayload).toString()).toBe(page)
    expect(answer.headers.link).toBeUndefined()
  })

  it('says that the browser code is not built', async () => {
    const answer = await emptyApp.inject('/social-feed')
    expect(answer.statusCode).toBe(503)
    expect(answer.headers.link).toBeUndefined()
  })
})

describe('the files and reads that a page preloads', () => {
  const files = [
    '</page-start.js>; rel=preload; as=script',
    '</assets/start-1.css>; rel=preload; as=style; crossorigin',
    '</assets/shared-1.js>; rel=modulepreload',
    '</assets/start-1.js>; rel=modulepreload',
    '</assets/feed-1.js>; rel=modulepreload',
    '</assets/inter-latin-wght-normal-1.woff2>; rel=preload; as=font; crossorigin',
  ]
  const reads = [
    '/api/user',
    '/api/social-feed-posts',
    '/api/social-feed-posts/counts',
    '/api/social-interactions/mine',
    '/api/today',
  ].map((address) => `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`)
  const linksAt = async (url: string, headers: Record<string, string> = {}) =>
    String((await get(url, headers)).headers.link).split(', ')

  it('are the files of its screen: those that block the first paint first, then the largest', async () => {
    expect(await linksAt('/social-feed')).toEqual(files)
    expect(await linksAt('/social-feed', { cookie: 'other=1; nosid=abc' })).toEqual(files)
  })

  it('are the style sheets of its screen, and no others', async () => {
    const sheets = (await linksAt('/profile')).filter((link) => link.includes('as=style'))
    expect(sheets).toEqual(
      ['start', 'later'].map((name) => `</assets/${name}-1.css>; rel=preload; as=style; crossorigin`),
    )
  })

  it('include the first reads of its screen for a visitor who may be signed in', async () => {
    expect(await linksAt('/social-feed', { cookie: 'other=1; sid=abc' })).toEqual([...files, ...reads])
    expect(await linksAt('/profile', { cookie: 'sid=abc' })).toContain(reads[0])
    expect(await linksAt('/login', { cookie: 'sid=abc' })).not.toContain(reads[0])
  })
})
