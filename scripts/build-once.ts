import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCompressedCopies } from './compressed-copies.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Part {
  readonly name: string
  /** Holds the build. Its stamp says from which sources it was made. */
  readonly folder: string
  readonly sources: readonly string[]
  build(): Promise<unknown>
}

const common = ['src/contract', 'src/domain', 'package-lock.json', 'scripts/build-once.ts']
const parts: Readonly<Record<string, Part>> = {
  web: {
    name: 'browser code',
    folder: join(root, 'dist/web'),
    sources: [...common, 'src/web', 'vite.config.ts', 'scripts/compressed-copies.ts'],
    build: async () => {
      const { build } = await import('vite')
      await build({ root: join(root, 'src/web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
      await writeCompressedCopies(join(root, 'dist/web'))
    },
  },
  server: {
    name: 'server',
    folder: join(root, 'dist/server'),
    sources: [...common, 'src/server'],
    build: buildServer,
  },
}

// Builds the parts that are named, or all, unless the existing build was made from exactly these sources. A copy without
// the packages that build uses what it came with.
const names = process.argv.slice(2)
for (const part of names.length > 0 ? names.map((name) => parts[name]) : Object.values(parts)) {
  if (!part) throw new Error(`The parts are ${Object.keys(parts).join(' and ')}`)
  await buildOnce(part)
}

async function buildOnce({ name, folder, sources, build }: Part): Promise<void> {
  const stamp = join(folder, '.built-from')
  const wanted = await checksum(sources)
  const isBuilt = existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted
  if (!isBuilt && !hasBuilder()) {
    if (existsSync(stamp)) return
    process.stderr.write(
      `The ${name} is not built, and the packages that build it are missing: run npm ci, then npm run build\n`,
    )
    process.exit(1)
  }
  if (isBuilt) return
  process.stdout.write(`Building the ${name} …\n`)
  await build()
  await writeFile(stamp, wanted)
}

/** Puts the server and its packages into a few files, because Node takes longer to find many than to load a few. */
async function buildServer(): Promise<void> {
  const { build } = await import('vite')
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    // They bring a program of their own or look for one, so they stay packages.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', '@node-rs/argon2', 'pg'] },
    build: {
      ssr: 'src/server/main.ts',
      outDir: 'dist/server',
      target: 'node24',
      rolldownOptions: {
        output: {
          // All in this folder, because the server finds its other files from here.
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // Names stay, because stacks and logs show them.
          minify: { compress: true, mangle: false, codegen: true },
        },
      },
    },
  })
}

function hasBuilder(): boolean {
  return existsSync(join(root, 'node_modules/vite')) && existsSync(join(root, 'node_modules/react'))
}

async function checksum(sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(join(root, source)))
      hash.update(file.slice(root.length)).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [path]
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
