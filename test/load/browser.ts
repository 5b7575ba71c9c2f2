import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'
import { freePort } from '#sandbox/free-port.ts'
import { browserArguments, ensureWholeBrowser } from '#test/support/browser.ts'
import type { Bench } from './measurement.ts'

const startTimeoutMs = 20_000

/** Starts a browser for one measurement, which ends with it; answers the port of its debugging protocol. */
export async function startBrowser(bench: Bench): Promise<number> {
  const port = await freePort()
  const folder = await bench.newFolder()
  const own = [
    '--headless=new',
    `--remote-debugging-port=${port}`,
    `--user-data-dir=${folder}`,
    'about:blank',
  ]
  const browser = spawn(await ensureWholeBrowser(), [...browserArguments, ...own], { stdio: 'ignore' })
  const ended = once(browser, 'exit')
  bench.later(async () => {
    browser.kill()
    await ended
  })
  const deadlineMs = performance.now() + startTimeoutMs
  while (!(await answers(port))) {
    if (performance.now() > deadlineMs) throw new Error('The browser did not start')
    await sleep(100)
  }
  return port
}

/** Drives the browser behind a port for as long as `drive` takes, and lets go of it; its cookies stay. */
export async function driveBrowser<Result>(
  port: number,
  drive: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  try {
    const [context] = browser.contexts()
    if (!context) throw new Error('The browser has no window')
    return await drive(context)
  } finally {
    await browser.close()
  }
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null)
  return answer?.ok ?? false
}
