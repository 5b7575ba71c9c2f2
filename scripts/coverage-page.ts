import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { coveragePage, requirementsList, standardList } from '#test/support/requirements.ts'
import { specificationPage } from '#test/support/specification.ts'
import { readTests } from '#test/support/told-tests.ts'
import { projectRoot } from './programs.ts'

const docs = join(projectRoot, 'docs')
const tests = await readTests(projectRoot)
for (const list of [requirementsList, standardList]) {
  const text = await readFile(join(docs, list.file), 'utf8')
  await writeFile(join(docs, list.pageFile), coveragePage(list, text, tests))
}
const specification = await readFile(join(docs, 'specification.md'), 'utf8')
await writeFile(join(docs, 'coverage-specification.md'), specificationPage(specification, tests))
