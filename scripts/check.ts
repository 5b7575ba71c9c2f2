import { type Counts, captureProgram } from './programs.ts'

interface Check {
  name: string
  command: string[]
}

const colours = `--colors=${process.stdout.isTTY ? 'force' : 'off'}`

/** The checks of a group run in parallel. The groups run one after another. */
const groups: Check[][] = [
  [{ name: 'format and lint', command: ['biome', 'ci', '--error-on-warnings', colours, '.'] }],
  [
    { name: 'types of the pure code', command: ['tsc', '-p', 'tsconfig.pure.json'] },
    { name: 'types of the server', command: ['tsc', '-p', 'tsconfig.server.json'] },
  ],
  [
    { name: 'types of the browser', command: ['tsc', '-p', 'tsconfig.web.json'] },
    { name: 'unused files, exports and packages', command: ['knip', '--no-progress'] },
  ],
  [{ name: 'messages of new commits', command: ['sh', 'scripts/commit-subjects.sh'] }],
]

/** Runs every check and prints the output of those that fail. */
export async function runChecks(): Promise<Counts> {
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const group of groups) {
    for (const isOk of await Promise.all(group.map(runCheck))) counts[isOk ? 'passed' : 'failed'] += 1
  }
  return counts
}

async function runCheck({ name, command }: Check): Promise<boolean> {
  const { isOk, output } = await captureProgram(command)
  console.log(`${isOk ? '✓' : '✗'} ${name}`)
  if (!isOk) console.log(output.trimEnd())
  return isOk
}

if (import.meta.main) {
  const { passed, failed } = await runChecks()
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
