import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hunt } from './faults/hunt.ts'
import { readReport, summary, told, writeReport } from './faults/report.ts'
import { areas, chooseFaults } from './faults/sample.ts'
import { makeScratch } from './faults/scratch.ts'
import { projectRoot } from './programs.ts'
import { beginTestRun, runVariable } from './test-run.ts'

const usage = `npm run test:faults -- [options]
  --area <area>       only these of ${areas.join(', ')}
  --limit <number>    so many faults of each area
  --only <id>         only these faults
  --also-in <folder>  only faults that another copy of the project can have as well
  --same-as <report>  the faults that an earlier report tells of, without the test files that it left out
  --out <report>      writes each finding as JSON at once; what it tells of already is not looked for again
  --root <folder>     another copy of the project`

const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    limit: { type: 'string' },
    only: { type: 'string', multiple: true },
    'also-in': { type: 'string' },
    'same-as': { type: 'string' },
    out: { type: 'string' },
    root: { type: 'string' },
    help: { type: 'boolean' },
  },
})

if (values.help) console.log(usage)
else await search()

async function search(): Promise<void> {
  const root = resolve(values.root ?? projectRoot)
  const earlier = await readReport(values['same-as'])
  const ids = values.only ?? (values['same-as'] ? earlier.results.map(({ id }) => id) : undefined)
  const faults = await chooseFaults(root, {
    areas: areas.filter((area) => values.area?.includes(area) ?? true),
    limit: values.limit === undefined ? undefined : Number(values.limit),
    ids: ids && new Set(ids),
    alsoIn: values['also-in'],
  })
  if (ids) console.log(`${ids.length - faults.length} of ${ids.length} faults are no longer possible`)
  const report = await readReport(values.out)
  // As a part of a whole run it is cleared with it.
  const run = process.env[runVariable] === undefined ? await beginTestRun() : null
  Object.assign(process.env, run?.environment)
  const scratch = await makeScratch(root, faults)
  console.log(`${faults.length} faults planted in ${scratch.root}, ${report.results.length} known already`)
  try {
    await hunt({
      root,
      scratch,
      faults,
      isKnown: ({ id }) => report.results.some((finding) => finding.id === id),
      barred: new Set(earlier.leftOut.map(({ file }) => file)),
      onLeftOut: (files) => {
        const names = new Set(files.map(({ file }) => file))
        report.leftOut = [...report.leftOut.filter(({ file }) => !names.has(file)), ...files]
      },
      onFinding: async (finding) => {
        report.results.push(finding)
        console.log(`${report.results.length}/${faults.length} ${told(finding)}`)
        if (values.out) await writeReport(values.out, report)
      },
    })
    // Vitest takes it ill that tests fail, which is what they are here for.
    process.exitCode = 0
  } finally {
    await scratch.remove()
    await run?.end()
  }
  console.log(`\n${summary(report)}`)
}
