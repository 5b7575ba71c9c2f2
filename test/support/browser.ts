import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/** No sandbox, as it needs privileges that containers lack; the rest keeps the browser from calling home. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const answerTimeoutMs = 20_000
const installTimeoutMs = 600_000
const knownPaths = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The program of a Chrome or Chromium that starts on this machine: CHROME_PATH, a usual place, or Playwright's
 * cache; when there is none, one is installed.
 * @throws when CHROME_PATH does not start, or nothing could be installed.
 */
export async function ensureBrowser(): Promise<string> {
  const wanted = process.env.CHROME_PATH
  if (wanted) {
    if (await canStart(wanted)) return wanted
    throw new Error(`CHROME_PATH is ${wanted}, which does not start as a Chrome or Chromium`)
  }
  const found = await findBrowser()
  if (found) return found
  for (const install of [installWithPlaywright, installWithApt]) {
    await install()
    const installed = await findBrowser()
    if (installed) return installed
  }
  throw new Error(
    'no Chrome or Chromium was found and none could be installed: install one and name its program in CHROME_PATH',
  )
}

async function findBrowser(): Promise<string | undefined> {
  for (const path of [...knownPaths, chromium.executablePath()]) {
    if (await canStart(path)) return path
  }
  return undefined
}

/** Asks for the version, because a file is not proof: it may be a placeholder or lack its libraries. */
async function canStart(path: string): Promise<boolean> {
  return (await run(path, ['--version'], { timeoutMs: answerTimeoutMs, isSilent: true })) === 0
}

async function installWithPlaywright(): Promise<void> {
  console.log('No Chrome or Chromium found; trying to install one with Playwright')
  const manifest = createRequire(import.meta.url).resolve('@playwright/test/package.json')
  const command = [join(dirname(manifest), 'cli.js'), 'install', 'chromium']
  await run(process.execPath, command, { timeoutMs: installTimeoutMs })
}

async function installWithApt(): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  console.log('Trying to install Chromium with apt-get')
  await run('apt-get', ['update'], { timeoutMs: installTimeoutMs })
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], {
    timeoutMs: installTimeoutMs,
  })
}

interface RunOptions {
  timeoutMs: number
  isSilent?: boolean
}

/** The exit code; null when the program is missing, was killed or took too long. */
async function run(program: string, args: string[], options: RunOptions): Promise<number | null> {
  const child = spawn(program, args, {
    stdio: ['ignore', options.isSilent ? 'ignore' : 'inherit', options.isSilent ? 'ignore' : 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: options.timeoutMs,
    killSignal: 'SIGKILL',
  })
  try {
    const [code] = await once(child, 'close')
    return code
  } catch {
    return null
  }
}
