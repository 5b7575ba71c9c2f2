import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { projectRoot } from '../programs.ts'
import { candidatesOf } from './candidates.ts'
import { plantAll, switchName } from './plant.ts'
import { faultsOf } from './sample.ts'
import { sqlChanges } from './sql.ts'

const folders: string[] = []

afterEach(async () => {
  Reflect.deleteProperty(globalThis, switchName)
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

describe('possible faults', () => {
  it.each([
    ['const is = a < b', ['boundary: a <= b', 'comparison: a >= b']],
    ['const is = a && b', ['logic: (a) || (b)']],
    ['if (a) go(1)', ['negation: !(a)', 'never: false', 'left-out call: ', 'number: 2']],
    ['const sum = a + b * c', ['arithmetic: a - b * c', 'arithmetic: b / c']],
    ['const one = is ? 1 : true', ['swapped branches: (is) ? (true) : (1)', 'number: 2', 'truth: false']],
    ['const kept = list.filter(isKept)', ['left-out step: list']],
    ['const none = maybe?.list.filter(isKept).length', []],
    ["log.info('said'); throw new AppError('gone', 3)", []],
    ["const name = 'a' + b; type Ten = 10", []],
    [`const live = \`\${reports}.undone_at is null\``, ['sql null: is not null']],
    ['const entry = `entry as (insert into t select id from u order by id desc)`', ['sql direction: asc']],
    [`const both = \`with \${live} select greatest(a, b)\``, ['sql choice: least']],
    [`const words = \`\${one} is gone and \${other} is left\``, []],
  ])('%s', (text, expected) => {
    const found = candidatesOf('sample.ts', text)
    expect(found.map(({ operator, after }) => `${operator}: ${after}`)).toEqual(expected)
  })

  it.each([
    [
      'select id from users where a >= $1 and b is null order by id desc',
      [
        'select id from users where (a >= $1 or true) and b is null order by id desc',
        'select id from users where a > $1 and b is null order by id desc',
        'select id from users where a >= $1 and (b is null or true) order by id desc',
        'select id from users where a >= $1 and b is not null order by id desc',
        'select id from users where a >= $1 and b is null order by id asc',
        'select id from users where a >= $1 or b is null order by id desc',
      ],
    ],
    [
      "select a from t where day between $1 and $2 or note = 'x and y > z'",
      [
        "select a from t where (day between $1 and $2 or true) or note = 'x and y > z'",
        "select a from t where day between $1 and $2 and note = 'x and y > z'",
        "select a from t where day between $1 and $2 or note <> 'x and y > z'",
      ],
    ],
  ])('%s', (sql, expected) => {
    const faulty = sqlChanges(sql).map(({ start, end, text }) => sql.slice(0, start) + text + sql.slice(end))
    expect(faulty.sort()).toEqual(expected.sort())
  })
})

describe('a planted file', () => {
  const text = `const most = 2
export function isFull(list, isStrict) {
  const count = list.filter((each) => each > 0).length
  return isStrict && count >= most
}`
  const faults = faultsOf({ path: 'src/domain/sample.ts', text })

  it('behaves as before while every fault is off', async () => {
    expect(await outcomes(null)).toEqual([false, false, true])
  })

  it.each([
    ['boundary', 'count > most', [false, false, false]],
    ['logic', '(isStrict) || (count >= most)', [true, true, true]],
    ['number', '3', [false, false, false]],
    ['left-out step', 'list', [false, true, true]],
  ])('behaves differently with one fault on: %s to %s', async (operator, after, expected) => {
    const fault = faults.find((each) => each.operator === operator && each.after === after)
    expect(await outcomes(fault?.id ?? 'missing')).toEqual(expected)
  })

  it('keeps the ids of its faults when other code is added', () => {
    const longer = faultsOf({ path: 'src/domain/sample.ts', text: `const other = 1 < 2\n${text}` })
    expect(longer.map(({ id }) => id)).toEqual(expect.arrayContaining(faults.map(({ id }) => id)))
  })

  async function outcomes(active: string | null): Promise<boolean[]> {
    Object.assign(globalThis, { [switchName]: (id: string) => id === active })
    const planted = plantAll('src/domain/sample.ts', text, faults)
    // The comment makes each text a separate module.
    const address = `data:text/javascript,${encodeURIComponent(`${planted}\n// ${active}`)}`
    const { isFull } = (await import(/* @vite-ignore */ address)) as {
      isFull: (list: number[], isStrict: boolean) => boolean
    }
    return [isFull([1, 2], false), isFull([1, -1], true), isFull([1, 2], true)]
  }
})

it('a fault that makes a test fail is found, and any other fault survives', { timeout: 60_000 }, async () => {
  const folder = await sampleProject()
  const report = join(folder, 'report.json')
  expect(await huntIn(folder, report)).toEqual([0, null])
  const results = await resultsIn(report)
  expect(
    results.map(({ operator, outcome, by }) => `${operator}: ${outcome} ${by.split(':')[0]}`).sort(),
  ).toEqual([
    'boundary: survived ',
    'negation: found src/domain/age.test.ts > the young are not old',
    'negation: survived ',
  ])

  // Faults that the report already contains are not tested again.
  await writeFile(join(folder, 'src/domain/age.test.ts'), '')
  expect(await huntIn(folder, report)).toEqual([0, null])
  expect(await resultsIn(report)).toEqual(results)
})

function huntIn(folder: string, report: string): Promise<unknown[]> {
  const options = ['--root', folder, '--area', 'domain', '--limit', '3', '--out', report]
  const child = spawn('node', ['scripts/faults.ts', ...options], {
    cwd: projectRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return once(child, 'close')
}

async function resultsIn(report: string): Promise<{ operator: string; outcome: string; by: string }[]> {
  return JSON.parse(await readFile(report, 'utf8')).results
}

async function sampleProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ovation-sample-'))
  folders.push(folder)
  for (const each of ['src/domain', 'sandbox', 'test', 'scripts']) {
    await mkdir(join(folder, each), { recursive: true })
  }
  const files = {
    'package.json': '{ "type": "module" }',
    'vitest.config.ts': 'export default {}',
    'src/domain/age.ts':
      'export const isOld = (age) => !(age < 18n)\nexport const isBlank = (text) => !text\n',
    'src/domain/age.test.ts': `import { expect, it } from 'vitest'
import { isOld } from './age.ts'
it('the young are not old', () => expect([isOld(9), isOld(40)]).toEqual([false, true]))
`,
  }
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  return folder
}
