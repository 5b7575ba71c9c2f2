import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { captureProgram, projectRoot } from './programs.ts'

const [wantedPath = 'dist/sbom.cdx.json'] = process.argv.slice(2)

// Writes the list of all packages (a CycloneDX SBOM) from the lock file. Development packages are marked as such; those
// of which browsers get code are among them.
const { isOk, output } = await captureProgram([
  'npm',
  'sbom',
  '--sbom-format=cyclonedx',
  '--package-lock-only',
  '--loglevel=error',
])
if (!isOk) throw new Error(output)
const list = JSON.parse(output)
// npm names it after the folder.
list.metadata.component.name = 'ovation'
const path = resolve(projectRoot, wantedPath)
await mkdir(dirname(path), { recursive: true })
await writeFile(path, `${JSON.stringify(list, null, 2)}\n`)
console.log(`${list.components.length} packages in ${path}`)
