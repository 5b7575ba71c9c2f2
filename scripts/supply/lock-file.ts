import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One package of the lock file. */
export interface LockedPackage {
  /** Where it is installed. */
  readonly path: string
  readonly name: string
  readonly version: string
  readonly resolved: string | undefined
  readonly integrity: string | undefined
  readonly license: string | undefined
  /** What the server needs at run time is not. */
  readonly isDevelopment: boolean
  readonly requires: readonly string[]
  readonly hasInstallScript: boolean
}

/** What is allowed beside the lock file: the install scripts that may run. */
export interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>
}

const publicRegistry = 'https://registry.npmjs.org/'

/** Licences that ask for nothing but their own text. Any other has to be read by somebody before it is added. */
const knownLicences = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
])

/** The packages of a lock file, by their path. */
export async function readLockFile(root: string): Promise<LockedPackage[]> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries<Record<string, unknown>>(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => ({
      path,
      name: String(entry.name ?? path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
      version: String(entry.version),
      resolved: entry.resolved as string | undefined,
      integrity: entry.integrity as string | undefined,
      license: entry.license as string | undefined,
      requires: Object.keys({ ...(entry.dependencies as object), ...(entry.peerDependencies as object) }),
      isDevelopment: entry.dev === true || entry.devOptional === true,
      hasInstallScript: entry.hasInstallScript === true,
    }))
}

/** Packages that the lock file does not pin by their bytes, or not to the public registry. */
export function unpinnedIn(packages: readonly LockedPackage[]): string[] {
  return packages.flatMap(({ path, resolved, integrity }) => [
    ...(resolved?.startsWith(publicRegistry) ? [] : [`${path} is not pinned to the public registry`]),
    ...(integrity?.startsWith('sha512-') ? [] : [`${path} has no SHA-512`]),
  ])
}

/** Install scripts that nobody has decided about, and decisions about packages that are not there. */
export function undecidedScripts(packages: readonly LockedPackage[], { allowScripts }: Manifest): string[] {
  const decided = Object.keys(allowScripts)
  const scripted = packages.filter(({ hasInstallScript }) => hasInstallScript)
  const names = new Set(scripted.flatMap(({ name, version }) => [name, `${name}@${version}`]))
  return [
    ...scripted
      .filter(({ name, version }) => !decided.includes(name) && !decided.includes(`${name}@${version}`))
      .map(({ name, version }) => `${name}@${version} has an install script that nobody has decided about`),
    ...decided.filter((name) => !names.has(name)).map((name) => `${name} has no install script any more`),
  ]
}

/**
 * The packages that the product hands on: those that the server needs at run time, and those of which the browser gets
 * code, which are `roots` and whatever these require.
 */
export function handedOn(packages: readonly LockedPackage[], roots: readonly string[]): LockedPackage[] {
  const byPath = new Map(packages.map((each) => [each.path, each]))
  const found = new Set(packages.filter(({ isDevelopment }) => !isDevelopment))
  const visit = (name: string, from: string) => {
    const next = resolved(byPath, name, from)
    if (!next || (found.has(next) && next.isDevelopment)) return
    found.add(next)
    if (next.isDevelopment) for (const required of next.requires) visit(required, next.path)
  }
  for (const root of roots) visit(root, '')
  return [...found].sort(
    (a, b) => a.name.localeCompare(b.name, 'en') || a.version.localeCompare(b.version, 'en'),
  )
}

/** As Node finds a package: in the nearest folder upwards. */
function resolved(
  byPath: ReadonlyMap<string, LockedPackage>,
  name: string,
  from: string,
): LockedPackage | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const found = byPath.get(`${folder}${folder && '/'}node_modules/${name}`)
    if (found || folder === '') return found
  }
}

/** Packages with a licence that is not known. */
export function unknownLicences(packages: readonly LockedPackage[]): string[] {
  return packages
    .filter(({ license }) => !alternativesOf(license).some((one) => knownLicences.has(one)))
    .map(({ name, version, license = 'none' }) => `${name}@${version}: ${license}`)
}

/** Of a choice such as `(MIT OR GPL-3.0)` one is enough; what is joined by AND stays one. */
function alternativesOf(license = ''): string[] {
  return license.replace(/^\((.*)\)$/, '$1').split(' OR ')
}
