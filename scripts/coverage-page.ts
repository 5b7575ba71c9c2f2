import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coveragePage } from '#test/support/requirements.ts'
import { readTests } from '#test/support/told-tests.ts'
import { projectRoot } from './programs.ts'

const list = await readFile(join(projectRoot, 'docs/requirements.md'), 'utf8')
await writeFile(join(projectRoot, 'docs/coverage.md'), coveragePage(list, await readTests(projectRoot)))
