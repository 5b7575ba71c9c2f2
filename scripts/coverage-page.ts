import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coveragePage } from '#test/support/requirements.ts'
import { specificationPage } from '#test/support/specification.ts'
import { readTests } from '#test/support/told-tests.ts'
import { projectRoot } from './programs.ts'

const docs = join(projectRoot, 'docs')
const [list, specification] = await Promise.all(
  ['requirements.md', 'specification.md'].map((name) => readFile(join(docs, name), 'utf8')),
)
const tests = await readTests(projectRoot)
await writeFile(join(docs, 'coverage.md'), coveragePage(list ?? '', tests))
await writeFile(join(docs, 'coverage-specification.md'), specificationPage(specification ?? '', tests))
