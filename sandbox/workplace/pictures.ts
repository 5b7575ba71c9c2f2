import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Answer } from './http.ts'

const folder = new URL('pictures/', import.meta.url)
const cacheSeconds = 86_400

/** The picture that a path such as /pictures/people/zoe.svg names, compressed as by any such host; null without one. */
export async function pictureAnswer(path: string): Promise<Answer | null> {
  // Only a folder and a name of letters, so that no path leads out of the folder.
  const name = /^\/pictures\/((?:people|posts|brands)\/[a-z]+\.svg)$/.exec(path)?.[1]
  const body = name && (await readFile(new URL(name, folder)).catch(() => null))
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
