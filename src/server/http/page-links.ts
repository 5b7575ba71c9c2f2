import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { firstReads } from '#contract/first-reads.ts'
import { paths } from '#contract/paths.ts'
import { getCurrentUser } from '#contract/users.schema.ts'

/** The part of Vite's manifest that says which files a file needs. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

export interface ScreenLinks {
  /** The header for visitors without a session. */
  readonly files: string
  /** The header for visitors with a session: the files, and the screen's first reads. */
  readonly filesAndReads: string
}

/** The font file for most texts. The browser loads the others when a text needs them. */
const mainFont = /inter-latin-wght-normal/
const visitorPaths: ReadonlySet<string> = new Set([paths.login, paths.adminLogin, paths.adminInvitation])

/**
 * `Link` headers for each screen's address. They make a browser fetch what the screen needs in parallel with the first
 * script, not after it has run. Empty when `folder` has no build.
 */
export async function screenLinks(folder: string): Promise<ReadonlyMap<string, ScreenLinks>> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => null)
  if (text === null) return new Map()
  const manifest = JSON.parse(text) as Manifest
  const sizes = await sizesOf(manifest, folder)
  return new Map(
    Object.entries(paths).map(([name, path]) => [path, linksOf({ manifest, sizes }, name, path)]),
  )
}

/** The bytes of each file. */
async function sizesOf(manifest: Manifest, folder: string): Promise<ReadonlyMap<string, number>> {
  const files = Object.values(manifest).map(({ file }) => file)
  const sizeOf = async (file: string) => (await stat(join(folder, file))).size
  return new Map(await Promise.all(files.map(async (file) => [file, await sizeOf(file)] as const)))
}

interface BuiltFiles {
  readonly manifest: Manifest
  readonly sizes: ReadonlyMap<string, number>
}

function linksOf({ manifest, sizes }: BuiltFiles, name: string, path: string): ScreenLinks {
  // Every screen imports what the page itself needs.
  const chunks = chunksOf(manifest, screenKey(name))
  const scripts = chunks.map(({ file }) => file)
  const sheets = new Set(chunks.flatMap(({ css = [] }) => css))
  const all = [...sizes.keys()]
  const bySize = (one: string, other: string) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0)
  // In order of importance, because a browser has few connections. The first script and the sheets block the first
  // paint, and of the scripts the largest takes longest.
  const files = [
    '</page-start.js>; rel=preload; as=script',
    ...[...sheets].map((file) => `</${file}>; rel=preload; as=style; crossorigin`),
    ...scripts.sort(bySize).map((file) => `</${file}>; rel=modulepreload`),
    ...all
      .filter((file) => mainFont.test(file))
      .map((file) => `</${file}>; rel=preload; as=font; crossorigin`),
  ]
  const reads = visitorPaths.has(path) ? [] : [getCurrentUser.path, ...(firstReads[path] ?? [])]
  // The browser uses a preloaded answer only for a request with the same credentials mode.
  const readLinks = reads.map((address) => `<${address}>; rel=preload; as=fetch; crossorigin=use-credentials`)
  return { files: files.join(', '), filesAndReads: [...files, ...readLinks].join(', ') }
}

/** A screen's folder has the name of its path, in kebab case. */
function screenKey(name: string): string {
  const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `screens/${folder}/${folder}.tsx`
}

/** The chunks without which a chunk cannot run, and the chunk itself. */
function chunksOf(manifest: Manifest, key: string): Chunk[] {
  const reached = new Set([key])
  const chunks: Chunk[] = []
  for (const next of reached) {
    const chunk = manifest[next]
    if (!chunk) continue
    chunks.push(chunk)
    for (const imported of chunk.imports ?? []) reached.add(imported)
  }
  return chunks
}
