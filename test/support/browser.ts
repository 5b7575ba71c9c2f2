import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium } from '@playwright/test'

/** No sandbox, because it needs privileges that containers lack. The rest keeps the browser from calling home. */
export const browserArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const sharedMemory = '/dev/shm'
// Many times what the windows of a few workers need. Containers often have only 64 MiB.
const amplySharedBytes = 2 ** 30

/**
 * Playwright's default arguments that this machine does not need. With enough shared memory, that is the one to keep
 * window pictures in files instead, which costs processor time.
 */
export function needlessArguments(): string[] {
  if (!existsSync(sharedMemory)) return []
  const { bavail, bsize } = statfsSync(sharedMemory)
  return bavail * bsize >= amplySharedBytes ? ['--disable-dev-shm-usage'] : []
}

const answerTimeoutMs = 20_000
const installTimeoutMs = 600_000
/** Chromium without the window around a page: the same engine with less work. */
const shellPaths = ['/usr/lib/chromium/chromium-headless-shell', '/usr/bin/chromium-headless-shell']
const wholePaths = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of a Chrome or Chromium that starts on this machine: CHROME_PATH, a headless shell, or a whole browser in a
 * usual place or in Playwright's cache. If there is none, one is installed. Root on a machine with apt-get gets the
 * headless shell in any case, unless CHROME_PATH is set.
 * @throws when CHROME_PATH does not start, or nothing could be installed.
 */
export async function ensureBrowser(): Promise<string> {
  const wanted = process.env.CHROME_PATH
  if (wanted) {
    if (await canStart(wanted)) return wanted
    throw new Error(`CHROME_PATH is ${wanted}, which does not start as a Chrome or Chromium`)
  }
  const shell = await findFirst(shellPaths)
  if (shell) return shell
  await installWithApt('chromium-headless-shell')
  const found = await findBrowser()
  if (found) return found
  for (const install of [installWithPlaywright, () => installWithApt('chromium')]) {
    await install()
    const installed = await findBrowser()
    if (installed) return installed
  }
  throw new Error(
    'no Chrome or Chromium was found and none could be installed: install one and name its program in CHROME_PATH',
  )
}

/** The path of a whole Chrome or Chromium, as people have it. Without one, the same as `ensureBrowser`. */
export async function ensureWholeBrowser(): Promise<string> {
  return process.env.CHROME_PATH ? ensureBrowser() : ((await findFirst(wholePaths)) ?? ensureBrowser())
}

function findBrowser(): Promise<string | undefined> {
  return findFirst([...shellPaths, ...wholePaths, chromium.executablePath()])
}

async function findFirst(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    if (await canStart(path)) return path
  }
  return undefined
}

/** Asks for the version, because a file proves nothing: it may be a placeholder or lack its libraries. */
async function canStart(path: string): Promise<boolean> {
  return (await run(path, ['--version'], { timeoutMs: answerTimeoutMs, isSilent: true })) === 0
}

async function installWithPlaywright(): Promise<void> {
  console.log('No Chrome or Chromium found; trying to install one with Playwright')
  const manifest = createRequire(import.meta.url).resolve('@playwright/test/package.json')
  const command = [join(dirname(manifest), 'cli.js'), 'install', 'chromium']
  await run(process.execPath, command, { timeoutMs: installTimeoutMs })
}

async function installWithApt(name: string): Promise<void> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return
  console.log(`Trying to install ${name} with apt-get`)
  const install = () =>
    run('apt-get', ['install', '-y', '--no-install-recommends', name], { timeoutMs: installTimeoutMs })
  if ((await install()) === 0) return
  // The list of packages may be old, or not there yet.
  await run('apt-get', ['update'], { timeoutMs: installTimeoutMs })
  await install()
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
