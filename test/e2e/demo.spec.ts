import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { freePort } from '#sandbox/free-port.ts'
import { projectRoot } from '../../scripts/programs.ts'
import { expectToast } from './story.ts'

const mostStartMs = 120_000
const mostFirstReportMs = 60_000
const mostLiveMs = 1_000

let demo: ChildProcess
let address = ''

test.beforeAll(async () => {
  test.setTimeout(mostStartMs)
  // In a group of its own: npm passes on no signal to what it started.
  demo = spawn('npm', ['run', 'demo'], {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(await freePort()) },
  })
  address = await printedAddress(demo)
})

test.afterAll(async () => {
  if (!demo.pid || demo.exitCode !== null) return
  const ended = once(demo, 'exit')
  process.kill(-demo.pid, 'SIGTERM')
  await ended
})

test('npm run demo: within a minute a person has signed in and reported, and a second browser sees it', async ({
  browser,
}) => {
  const startedAtMs = Date.now()
  const reporter = await signIn(browser, /Aisha Bello/)
  const watcher = await signIn(browser, /Tomasz Wójcik/)
  await expect(watcher.getByText('Live', { exact: true })).toBeVisible()
  const board = watcher.getByRole('list', { name: 'Team leaderboard' })
  const row = board.getByRole('listitem').filter({ hasText: 'aisha.bello' })
  const before = await row.textContent()
  await reporter
    .getByRole('button', { name: /^Like \+15 on the post/ })
    .first()
    .click()
  await Promise.all([
    expect(watcher.getByText('Points Earned!', { exact: true })).toBeVisible({ timeout: mostLiveMs }),
    expect(row).not.toHaveText(before ?? '', { timeout: mostLiveMs }),
  ])
  await expectToast(reporter, 'Interaction reported!')
  expect(Date.now() - startedAtMs).toBeLessThan(mostFirstReportMs)
})

async function signIn(browser: Browser, person: RegExp): Promise<Page> {
  const context = await browser.newContext({ baseURL: address })
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'Continue with Slack' }).click()
  await page.getByRole('button', { name: person }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
  return page
}

async function printedAddress({ stdout }: ChildProcess): Promise<string> {
  let printed = ''
  for await (const chunk of stdout ?? []) {
    printed += String(chunk)
    const [, found] = /Ovation is ready: (http:\/\/\S+)\n/.exec(printed) ?? []
    if (found) return found
  }
  throw new Error(`The demo ended without an address:\n${printed}`)
}
