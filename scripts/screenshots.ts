import { cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot, runProgram } from './programs.ts'

// Takes the pictures in docs/screens anew: every view, narrow and wide, in both themes, as its story has checked it.
const kept = join(projectRoot, 'docs/screens')
const taken = await mkdtemp(join(tmpdir(), 'ovation-pictures-'))
try {
  const isOk = await runProgram(
    ['node', 'scripts/e2e.ts', 'test/e2e/looks.spec.ts', '--grep', 'is accessible in both themes'],
    { OVATION_PICTURES: taken },
  )
  if (isOk) await keep()
  else console.error('A story failed: docs/screens stays as it was')
  process.exitCode = isOk ? 0 : 1
} finally {
  await rm(taken, { recursive: true, force: true })
}

async function keep(): Promise<void> {
  await rm(kept, { recursive: true, force: true })
  await cp(taken, kept, { recursive: true })
  const names = await readdir(kept)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(kept, name))).size))
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000_000
  console.log(`${names.length} pictures in docs/screens, ${megabytes.toFixed(1)} MB`)
}
