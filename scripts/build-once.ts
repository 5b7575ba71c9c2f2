import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeCompressedCopies } from './compressed-copies.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const stamp = join(root, 'dist/web/.built-from')
const sources = [
  'src/web',
  'src/contract',
  'src/domain',
  'package-lock.json',
  'vite.config.ts',
  'scripts/build-once.ts',
  'scripts/compressed-copies.ts',
]

// Builds the browser code, unless the existing build was made from exactly these sources. A copy without the packages
// that build it uses the build that it came with.
const wanted = await checksum()
const isBuilt = existsSync(stamp) && (await readFile(stamp, 'utf8')) === wanted
if (!isBuilt && !hasBuilder()) {
  if (!existsSync(stamp)) {
    process.stderr.write(
      'The browser code is not built, and the packages that build it are missing: run npm ci, then npm run build\n',
    )
    process.exit(1)
  }
} else if (!isBuilt) {
  process.stdout.write('Building the browser code …\n')
  const { build } = await import('vite')
  await build({ root: join(root, 'src/web'), configFile: join(root, 'vite.config.ts'), logLevel: 'warn' })
  await writeCompressedCopies(join(root, 'dist/web'))
  await writeFile(stamp, wanted)
}

function hasBuilder(): boolean {
  return existsSync(join(root, 'node_modules/vite')) && existsSync(join(root, 'node_modules/react'))
}

async function checksum(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesOf(join(root, source))) hash.update(file).update(await readFile(file))
  }
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (entries === null) return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}
