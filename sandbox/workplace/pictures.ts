import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer } from './http.ts'

const folder = new URL('pictures/', import.meta.url)
/** The product shows some of the people on its sign-in screen, so it has their pictures. */
const peopleFolder = new URL('../../src/web/public/pictures/', import.meta.url)
const cacheSeconds = 86_400

/** The picture that a path such as /pictures/people/zoe.svg names, compressed as by any such host; null without one. */
export async function pictureAnswer(path: string): Promise<Answer | null> {
  // Only a folder and a name of letters, so that no path leads out of the folder.
  const name = /^\/pictures\/((?:people|posts|brands)\/[a-z]+\.svg)$/.exec(path)?.[1]
  if (!name) return null
  const file = new URL(name, name.startsWith('people/') ? peopleFolder : folder)
  const body = await readFile(file).catch(() => null)
  if (!body) return null
  const headers = {
    'content-type': 'image/svg+xml',
    'content-encoding': 'gzip',
    'x-content-type-options': 'nosniff',
    'cache-control': `public, max-age=${cacheSeconds}`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  }
  return { status: 200, headers, body: await promisify(gzip)(body) }
}
