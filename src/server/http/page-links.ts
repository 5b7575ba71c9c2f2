import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { firstReads } from '#contract/first-reads.ts'
import { paths } from '#contract/paths.ts'
import { getCurrentUser } from '#contract/users.ts'

/** The part of Vite's manifest that says which file loads which. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

export interface ScreenLinks {
  /** For everybody. */
  readonly files: string
  /** For whoever has a session: the files, and what the screen asks for first. */
  readonly filesAndReads: string
}

/** The alphabet of most texts; the others come when a text needs them. */
const mainFont = /inter-latin-wght-normal/
const visitorPaths: ReadonlySet<string> = new Set([paths.login, paths.adminLogin])

/**
 * `Link` headers for each address that shows a screen, by which a browser fetches what the screen needs beside the first
 * script, not after it has run. None where nothing is built in `folder`.
 */
export async function screenLinks(folder: string): Promise<ReadonlyMap<string, ScreenLinks>> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => null)
  if (text === null) return new Map()
  const manifest = JSON.parse(text) as Manifest
  return new Map(Object.entries(paths).map(([name, path]) => [path, linksOf(manifest, name, path)]))
}

function linksOf(manifest: Manifest, name: string, path: string): ScreenLinks {
  const all = Object.values(manifest).map(({ file }) => file)
  const scripts = new Set([...scriptsOf(manifest, 'index.html'), ...scriptsOf(manifest, screenKey(name))])
  // In the order of their importance: a browser has few connections. The first two hold up the first paint.
  const files = [
    '</theme-start.js>; rel=preload; as=script',
    ...all
      .filter((file) => file.endsWith('.css'))
      .map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
    ...[...scripts].map((file) => `</${file}>; rel=modulepreload`),
    ...all
      .filter((file) => mainFont.test(file))
      .map((file) => `</${file}>; rel=preload; as=font; crossorigin`),
  ]
  const reads = visitorPaths.has(path) ? [] : [getCurrentUser.path, ...(firstReads[path] ?? [])]
  // The browser takes such an answer for a call only if that was made with the same credentials.
  const readLinks = reads.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`)
  return { files: files.join(', '), filesAndReads: [...files, ...readLinks].join(', ') }
}

/** A screen's folder is called as its path, in the way of file names. */
function screenKey(name: string): string {
  const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `screens/${folder}/${folder}.tsx`
}

/** The scripts without which a chunk cannot run. */
function scriptsOf(manifest: Manifest, key: string): ReadonlySet<string> {
  const reached = new Set([key])
  const files = new Set<string>()
  for (const next of reached) {
    const chunk = manifest[next]
    if (!chunk) continue
    files.add(chunk.file)
    for (const imported of chunk.imports ?? []) reached.add(imported)
  }
  return files
}
