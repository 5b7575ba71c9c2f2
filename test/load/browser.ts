import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '#sandbox/free-port.ts'
import { browserArguments, ensureWholeBrowser } from '#test/support/browser.ts'
import type { Bench } from './measurement.ts'

const startTimeoutMs = 20_000

/** Starts a browser that stops with the measurement. Returns the port of its debugging protocol. */
export async function startBrowser(bench: Bench): Promise<number> {
  const port = await freePort()
  const folder = await bench.newFolder()
  const options = [
    '--headless=new',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${folder}`,
    'about:blank',
  ]
  const browser = spawn(await ensureWholeBrowser(), [...browserArguments, ...options], { stdio: 'ignore' })
  const exited = once(browser, 'exit')
  bench.defer(async () => {
    browser.kill()
    await exited
  })
  const deadlineMs = performance.now() + startTimeoutMs
  while (!(await isListening(port))) {
    if (performance.now() > deadlineMs) throw new Error('The browser did not start')
    await sleep(100)
  }
  return port
}

/** Connects to the browser at a port, runs `drive` and disconnects. The browser keeps its cookies. */
export async function driveBrowser<Result>(
  port: number,
  drive: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no context')
    return await drive(context)
  } finally {
    await browser.close()
  }
}

async function isListening(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null)
  return response?.ok ?? false
}
