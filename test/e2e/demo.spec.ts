import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type Browser, expect, type Page, test } from '@playwright/test'
import { freePort } from '#sandbox/free-port.ts'
import { testMoment } from '#test/support/moment.ts'
import { projectRoot } from '../../scripts/programs.ts'
import { showTime } from './page-time.ts'
import { toastOn } from './story.ts'

const mostStartMs = 120_000

let demo: ChildProcess
let address = ''

test.beforeAll(async () => {
  test.setTimeout(mostStartMs)
  // In a group of its own: npm passes on no signal to what it started.
  demo = spawn('npm', ['run', 'demo'], {
    cwd: projectRoot,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, OVATION_DEMO_NOW: testMoment.toISOString(), PORT: String(await freePort()) },
  })
  address = await printedAddress(demo)
})

test.afterAll(async () => {
  if (!demo.pid || demo.exitCode !== null) return
  const ended = once(demo, 'exit')
  process.kill(-demo.pid, 'SIGTERM')
  await ended
})

test('npm run demo: a person signs in and reports, and a second browser sees it', async ({ browser }) => {
  const reporter = await signIn(browser, /Aisha Bello/)
  const watcher = await signIn(browser, /Tomasz Wójcik/)
  await expect(watcher.getByText('Live', { exact: true })).toBeVisible()
  const board = watcher.getByRole('list', { name: 'Team leaderboard' })
  const row = board.getByRole('listitem').filter({ hasText: 'Aisha Bello' })
  const before = await row.textContent()
  await reporter
    .getByRole('button', { name: /^I liked \+15 on the post/ })
    .first()
    .click()
  await Promise.all([
    expect(watcher.getByText('Points Earned!', { exact: true })).toBeVisible(),
    expect(row).not.toHaveText(before ?? ''),
  ])
  await expect(toastOn(reporter)).toContainText('Interaction reported!')
})

async function signIn(browser: Browser, person: RegExp): Promise<Page> {
  const context = await browser.newContext({ baseURL: address })
  await showTime(context, testMoment)
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
