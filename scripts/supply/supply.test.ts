import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { projectRoot } from '../programs.ts'
import { readAudit } from './audit.ts'
import {
  handedOn,
  type LockedPackage,
  readLockFile,
  undecidedScripts,
  unknownLicences,
  unpinnedIn,
} from './lock-file.ts'
import { importedBy, licencesPage, shippedPackages } from './shipped.ts'

let packages: LockedPackage[]
let manifest: {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}
beforeAll(async () => {
  packages = await readLockFile(projectRoot)
  manifest = JSON.parse(await readFile(join(projectRoot, 'package.json'), 'utf8'))
})

const locked: LockedPackage = {
  path: 'node_modules/a',
  name: 'a',
  version: '1.0.0',
  resolved: 'https://registry.npmjs.org/a/-/a-1.0.0.tgz',
  integrity: 'sha512-AAAA',
  license: 'MIT',
  isDevelopment: false,
  requires: [],
  hasInstallScript: false,
}

describe('the lock file', () => {
  it('pins every package by its bytes, to the public registry', { tags: ['sec-71'] }, () => {
    expect(packages.length).toBeGreaterThan(300)
    expect(unpinnedIn(packages)).toEqual([])
  })

  it.each<[string, Partial<LockedPackage>, string]>([
    ['an address', { resolved: undefined }, 'node_modules/a is not pinned to the public registry'],
    [
      'the public address',
      { resolved: 'https://npm.example.com/a.tgz' },
      'node_modules/a is not pinned to the public registry',
    ],
    ['a hash', { integrity: undefined }, 'node_modules/a has no SHA-512'],
    ['a strong hash', { integrity: 'sha1-AAAA' }, 'node_modules/a has no SHA-512'],
  ])('is found out when a package is without %s', (_, planted, problem) => {
    expect(unpinnedIn([{ ...locked, ...planted }])).toEqual([problem])
  })
})

describe('install scripts', () => {
  it('are each allowed or denied by package.json', { tags: ['sec-71'] }, () => {
    expect(undecidedScripts(packages, manifest)).toEqual([])
    expect(manifest.allowScripts['@scarf/scarf']).toBe(false)
  })

  it('are found out when nobody has decided about them, or when they are gone', () => {
    const scripted = { ...locked, hasInstallScript: true }
    const decide = (allowScripts: Record<string, boolean>) => undecidedScripts([scripted], { allowScripts })
    expect(decide({})).toEqual(['a@1.0.0 has an install script that nobody has decided about'])
    expect(decide({ 'a@0.9.0': true, b: true })).toHaveLength(3)
    expect(decide({ 'a@1.0.0': true })).toEqual([])
    expect(decide({ a: false })).toEqual([])
  })
})

describe('licences', () => {
  it('of what is handed on are all known, and on the page', { tags: ['sec-71'] }, async () => {
    const shipped = await shippedPackages(projectRoot)
    expect(unknownLicences(shipped)).toEqual([])
    expect(await readFile(join(projectRoot, 'docs/licences.md'), 'utf8')).toBe(licencesPage(shipped))
    const names = shipped.map(({ name }) => name)
    for (const name of ['fastify', 'react', '@mantine/core', 'scheduler']) expect(names).toContain(name)
    for (const name of ['vite', 'vitest', 'typescript', 'knip']) expect(names).not.toContain(name)
  })

  it('that are not known are named', () => {
    const has = (license: string | undefined) => unknownLicences([{ ...locked, license }])
    expect(has('GPL-3.0')).toEqual(['a@1.0.0: GPL-3.0'])
    expect(has(undefined)).toEqual(['a@1.0.0: none'])
    expect(has('(MIT OR GPL-3.0)')).toEqual([])
    expect(has('MIT AND GPL-3.0')).toEqual(['a@1.0.0: MIT AND GPL-3.0'])
  })

  it('of what the browser gets include those of nested packages, from the nearest folder', () => {
    const dev = { ...locked, isDevelopment: true }
    const tree = [
      { ...dev, requires: ['b'] },
      { ...dev, path: 'node_modules/b', name: 'b', version: '1.0.0' },
      { ...dev, path: 'node_modules/a/node_modules/b', name: 'b', version: '2.0.0' },
      { ...dev, path: 'node_modules/tool', name: 'tool' },
    ]
    expect(handedOn(tree, ['a']).map(({ name, version }) => `${name} ${version}`)).toEqual([
      'a 1.0.0',
      'b 2.0.0',
    ])
  })
})

it('the server needs dependencies alone, and what only the browser or tests need is none', {
  tags: ['run-without-tools'],
}, async () => {
  const needed = new Set<string>()
  for (const folder of ['src/server', 'src/contract', 'src/domain'])
    for (const name of await importedBy(projectRoot, folder)) needed.add(name)
  // The runtime itself, and what is served or restored by its files.
  const besides = ['node', 'swagger-ui-dist']
  expect(needed.size).toBeGreaterThan(10)
  expect(Object.keys(manifest.dependencies).sort()).toEqual([...needed, ...besides].sort())
})

describe('the audit of known flaws', () => {
  const found = (severity: string) =>
    JSON.stringify({
      vulnerabilities: { a: { severity, range: '<1.2.3' } },
      metadata: { vulnerabilities: { [severity]: 1 } },
    })

  it.each(['high', 'critical'])(
    'names a package with one of severity %s',
    { tags: ['sec-71'] },
    (severity) => {
      expect(readAudit(found(severity))).toEqual({ severe: [`a <1.2.3: ${severity}`] })
    },
  )

  it.each(['low', 'moderate'])('passes one of severity %s', (severity) => {
    expect(readAudit(`npm warn\n${found(severity)}`)).toEqual({ severe: [] })
  })

  it.each([
    ['{"message":"405 Method Not Allowed\\nmore"}', '405 Method Not Allowed'],
    ['{"error":{"summary":"offline"}}', 'offline'],
    ['', 'no answer'],
  ])('says why the registry could not answer: %s', { tags: ['sec-71'] }, (output, unanswered) => {
    expect(readAudit(output)).toEqual({ unanswered })
  })
})
