import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectRoot } from './programs.ts'
import { licencesPage, shippedPackages } from './supply/shipped.ts'

await writeFile(join(projectRoot, 'docs/licences.md'), licencesPage(await shippedPackages(projectRoot)))
