import { spawn } from 'node:child_process'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '#contract/paths.ts'
import { freePort } from '#sandbox/free-port.ts'
import { captureProgram, projectRoot } from '../programs.ts'

const longestStartMs = 60_000
const parts = ['package.json', 'package-lock.json', 'dist', 'scripts', 'src', 'vite.config.ts']

/** Copies the product with its built browser code, removes the development packages, starts it and opens the sign-in. */
export async function tryPruned(): Promise<{ problems: readonly string[]; note?: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ovation-pruned-'))
  try {
    for (const part of parts) await cp(join(projectRoot, part), join(folder, part), { recursive: true })
    await captureProgram(['cp', '-al', join(projectRoot, 'node_modules'), join(folder, 'node_modules')])
    const pruned = await captureProgram([
      'npm',
      'prune',
      '--omit=dev',
      '--ignore-scripts',
      '--offline',
      '--no-audit',
      `--prefix=${folder}`,
    ])
    if (!pruned.isOk) return { problems: pruned.output.trim().split('\n').slice(-5) }
    const kept = JSON.parse(await readFile(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
    const problems = await startIn(folder)
    return { problems, note: `${Object.keys(kept.packages).length} packages are left` }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function startIn(folder: string): Promise<string[]> {
  const port = await freePort()
  const { PATH = '', HOME = '' } = process.env
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { PATH, HOME, PORT: String(port), DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  try {
    const until = performance.now() + longestStartMs
    while (!(await isReady(port))) {
      if (child.exitCode !== null || performance.now() > until)
        return ['it does not start', ...output.trim().split('\n').slice(-5)]
      await sleep(100)
    }
    const page = await fetch(`http://localhost:${port}${paths.login}`)
    return (await page.text()).includes('<div id="root">') ? [] : ['the sign-in screen is missing']
  } finally {
    // The whole group: npm and the product that it started.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM')
    while (child.exitCode === null && child.signalCode === null) await sleep(20)
  }
}

async function isReady(port: number): Promise<boolean> {
  return fetch(`http://localhost:${port}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}
