import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hunt } from './faults/hunt.ts'
import { findingLine, readReport, summary, writeReport } from './faults/report.ts'
import { areas, chooseFaults } from './faults/sample.ts'
import { makeScratch } from './faults/scratch.ts'
import { projectRoot } from './programs.ts'
import { beginTestRun, runVariable } from './test-run.ts'

const usage = `npm run test:faults -- [options]
  --area <area>       only this area, one of ${areas.join(', ')}; may be repeated
  --limit <number>    at most this many faults from each area
  --only <id>         only this fault; may be repeated
  --also-in <folder>  only faults that can also be planted in this other copy of the project
  --same-as <report>  the faults of an earlier report, without the test files that it excluded
  --out <report>      writes each finding to this JSON file at once, and skips faults that it already contains
  --root <folder>     runs in this other copy of the project`

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
  if (ids) console.log(`${ids.length - faults.length} of ${ids.length} faults can no longer be planted`)
  const report = await readReport(values.out)
  // A surrounding test run cleans up for this one too.
  const run = process.env[runVariable] === undefined ? await beginTestRun() : null
  Object.assign(process.env, run?.environment)
  const scratch = await makeScratch(root, faults)
  console.log(
    `${faults.length} faults planted in ${scratch.root}, ${report.results.length} already in the report`,
  )
  try {
    await hunt({
      root,
      scratch,
      faults,
      isKnown: ({ id }) => report.results.some((finding) => finding.id === id),
      excluded: new Set(earlier.leftOut.map(({ file }) => file)),
      onExcluded: (files) => {
        const names = new Set(files.map(({ file }) => file))
        report.leftOut = [...report.leftOut.filter(({ file }) => !names.has(file)), ...files]
      },
      onFinding: async (finding) => {
        report.results.push(finding)
        console.log(`${report.results.length}/${faults.length} ${findingLine(finding)}`)
        if (values.out) await writeReport(values.out, report)
      },
    })
    // Vitest sets an exit code when tests fail, but here they should fail.
    process.exitCode = 0
  } finally {
    await scratch.remove()
    await run?.end()
  }
  console.log(`\n${summary(report)}`)
}
