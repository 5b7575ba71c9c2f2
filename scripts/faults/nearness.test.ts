import { expect, it } from 'vitest'
import { importsOf, nearestFirst } from './nearness.ts'
import { faultsOf } from './sample.ts'

const server = `import { report } from '../src/reports/commands.ts'\nimport { mount } from '../src/posts/routes.ts'`
const sources = [
  ['test/app.ts', server],
  ['src/reports/commands.ts', `import { add } from '../ledger/store.ts'`],
  ['src/reports/reports.test.ts', `import { startApp } from '../../test/app.ts'`],
  ['src/posts/routes.ts', `import { report } from '../reports/commands.ts'`],
  ['src/posts/posts.test.ts', `import { startApp } from '../../test/app.ts'`],
  ['src/ledger/store.ts', 'export const add = (a: number) => a > 1'],
] as const
const imports = importsOf(sources.map(([path, text]) => ({ path, text })))

it('the test that stands beside what uses the code is nearer than one that stands beside something else', () => {
  const [fault] = faultsOf({ path: 'src/ledger/store.ts', text: 'export const add = (a: number) => a > 1' })
  if (!fault) throw new Error('Nothing can be planted')
  const profiles = ['src/posts/posts.test.ts', 'src/reports/reports.test.ts'].map((file) => ({
    file,
    places: new Set([fault.id]),
    processorSeconds: 1,
  }))
  const nearest = nearestFirst(fault, profiles, imports)
  expect(nearest.map(({ file }) => file)).toEqual(['src/reports/reports.test.ts', 'src/posts/posts.test.ts'])
})
