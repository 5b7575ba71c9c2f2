import { copyFile, cp, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { takeBeside } from './beside/take-beside.ts'
import { projectRoot, runProgram } from './programs.ts'

// Takes a picture of every view as its story checks it, narrow and wide, in both themes. Git ignores this folder.
const target = join(projectRoot, 'screenshots')
/** The files whose stories keep pictures of what they look at. */
const stories = [
  'looks',
  'looks-over',
  'looks-admin',
  'looks-admin-over',
  'looks-review',
  'states',
  'bad-input',
]
/** The pictures of README.md. */
const shown = join(projectRoot, 'docs/screens')
/** A folder of pictures, beside which the demo's own are shown. */
const { beside } = parseArgs({ options: { beside: { type: 'string' } } }).values

if (beside) console.log(`Open ${await takeBeside(resolve(beside), join(target, 'beside'))}`)
else await takePictures()

async function takePictures(): Promise<void> {
  const fresh = await mkdtemp(join(tmpdir(), 'ovation-pictures-'))
  try {
    const isOk = await runProgram(
      ['node', 'scripts/e2e.ts', ...stories.map((name) => `test/e2e/${name}.spec.ts`)],
      { OVATION_PICTURES: fresh },
    )
    if (isOk) await replacePictures(fresh)
    else console.error('A story failed: all pictures are unchanged')
    process.exitCode = isOk ? 0 : 1
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

async function replacePictures(fresh: string): Promise<void> {
  for (const name of await readdir(shown)) await copyFile(join(fresh, name), join(shown, name))
  await rm(target, { recursive: true, force: true })
  await cp(fresh, target, { recursive: true })
  const names = await readdir(target)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(target, name))).size))
  const megabytes = sizes.reduce((sum, size) => sum + size, 0) / 1_000_000
  console.log(`${names.length} pictures in screenshots, ${megabytes.toFixed(1)} MB`)
}
