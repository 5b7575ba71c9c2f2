import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAlerts } from './deploy-check/alerts.ts'
import { composeProblems } from './deploy-check/compose.ts'
import { dockerfileProblems } from './deploy-check/dockerfile.ts'
import { tryBehind } from './deploy-check/proxy.ts'
import { tryPruned } from './deploy-check/pruned.ts'
import { captureProgram, hasProgram, projectRoot, runProgram } from './programs.ts'

const deploy = join(projectRoot, 'deploy')

/** What a check found; null when it could not be run, with the reason. */
type Outcome = { readonly problems: readonly string[]; readonly note?: string } | { readonly notRun: string }

const checks: Readonly<Record<string, () => Promise<Outcome>>> = {
  'Dockerfile, by its language service and our rules': async () => ({
    problems: dockerfileProblems(await readFile(join(deploy, 'Dockerfile'), 'utf8')),
  }),
  'compose.yaml, by its shape and our rules': async () => ({
    problems: composeProblems(await readFile(join(deploy, 'compose.yaml'), 'utf8')),
  }),
  'ovation.service, by systemd-analyze': () => checkUnit(),
  'alerts.yaml, by promtool with its own tests': async () => alertOutcome(),
  'nginx.conf, by nginx and with the product behind it': () => tryBehind('nginx', deploy),
  'Caddyfile, by Caddy and with the product behind it': () => tryBehind('caddy', deploy),
  'the product without development packages starts': () => tryPruned(),
}

/** Checks all files in deploy, as far as the programs that read them are on this machine. Returns the exit code. */
async function checkDeployment(): Promise<number> {
  if (!(await runProgram(['node', 'scripts/build-once.ts']))) return 1
  const counts = { passed: 0, failed: 0, skipped: 0 }
  for (const [name, check] of Object.entries(checks)) {
    const outcome = await check().catch((error: unknown): Outcome => ({ problems: [String(error)] }))
    if ('notRun' in outcome) {
      counts.skipped += 1
      console.log(`- ${name}: not run, ${outcome.notRun}`)
      continue
    }
    const { problems, note } = outcome
    counts[problems.length > 0 ? 'failed' : 'passed'] += 1
    console.log(`${problems.length > 0 ? '✗' : '✓'} ${name}${note ? `: ${note}` : ''}`)
    for (const problem of problems) console.log(`    ${problem}`)
  }
  const { passed, failed, skipped } = counts
  console.log('The image itself is built and started by `docker build`, which this command does not do.')
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`)
  return failed > 0 ? 1 : 0
}

function alertOutcome(): Outcome {
  const checked = checkAlerts()
  const missing = checked.find(({ outcome }) => outcome === 'promtool is not installed')
  if (missing) return { notRun: missing.outcome }
  const failed = checked.filter(({ outcome }) => outcome === 'failed')
  return { problems: failed.flatMap(({ name, output }) => [name, ...output.trim().split('\n')]) }
}

/** `verify` wants the program of the unit to exist, so it gets one that does. */
async function checkUnit(): Promise<Outcome> {
  if (!(await hasProgram('systemd-analyze'))) return { notRun: 'systemd-analyze is not here' }
  const folder = await mkdtemp(join(tmpdir(), 'ovation-unit-'))
  try {
    const unit = join(folder, 'ovation.service')
    const text = await readFile(join(deploy, 'ovation.service'), 'utf8')
    await writeFile(unit, text.replace('ExecStart=/usr/bin/node', `ExecStart=${process.execPath}`))
    const verified = await captureProgram(['systemd-analyze', 'verify', '--man=no', unit])
    const ours = verified.output.split('\n').filter((line) => line.includes('ovation.service'))
    const security = await captureProgram(['systemd-analyze', 'security', '--offline=true', unit])
    const exposure = /exposure level[^:]*: ([\d.]+ \w+)/.exec(security.output)?.[1]
    return { problems: ours, ...(exposure && { note: `exposure ${exposure}` }) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

process.exitCode = await checkDeployment()
