import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { paths } from '#contract/paths.ts'

/** The part of Vite's manifest that says which file loads which. */
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}

type Manifest = Readonly<Record<string, Chunk>>

/**
 * A `Link` header for each address that shows a screen, by which a browser fetches the files of that screen beside the
 * first script, not after it has run. None where nothing is built in `folder`.
 */
export async function screenLinks(folder: string): Promise<ReadonlyMap<string, string>> {
  const text = await readFile(join(folder, '.vite/manifest.json'), 'utf8').catch(() => null)
  if (text === null) return new Map()
  const manifest = JSON.parse(text) as Manifest
  // What the page itself names comes first here too, or the rest would take all connections before it.
  const start = filesOf(manifest, 'index.html')
  return new Map(
    Object.entries(paths).map(([name, path]) => {
      const files = new Set([...start, ...filesOf(manifest, screenKey(name))])
      return [path, [...files].map(linkTo).join(', ')]
    }),
  )
}

/** A screen's folder is called as its path, in the way of file names. */
function screenKey(name: string): string {
  const folder = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return `screens/${folder}/${folder}.tsx`
}

/** The scripts and styles without which a chunk cannot run. */
function filesOf(manifest: Manifest, key: string): ReadonlySet<string> {
  const reached = new Set([key])
  const files = new Set<string>()
  for (const next of reached) {
    const chunk = manifest[next]
    if (!chunk) continue
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    for (const imported of chunk.imports ?? []) reached.add(imported)
  }
  return files
}

function linkTo(file: string): string {
  return file.endsWith('.css')
    ? `</${file}>; rel=preload; as=style; crossorigin`
    : `</${file}>; rel=modulepreload`
}
