import { createServer } from 'node:net'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts'
import type { FollowingClock } from '#server/clock.ts'

/** The product's clock in a story: runs like a real one, and can be put forward. */
export interface StoryClock extends FollowingClock {
  advance(ms: number): void
}

export interface Story {
  readonly sandbox: Sandbox
  readonly clock: StoryClock
  /** A new browser window of its own, at the product; closes with the story. */
  openWindow(path?: string): Promise<Page>
  /** A window in which this person of the sample team has signed in through the real flow. */
  signIn(handle: string): Promise<Page>
}

interface StoryOptions {
  readonly environment: Readonly<Record<string, string>>
  readonly colorScheme: 'light' | 'dark'
}

export { expect }

/**
 * A story has the whole product, the sample team and a workplace to itself. It fails when any of its pages logs an
 * error, throws, or reports a breach of the content security policy.
 */
export const test = base.extend<{ story: Story; options: StoryOptions }>({
  options: [{ environment: {}, colorScheme: 'light' }, { option: true }],
  story: async ({ browser, options, viewport }, use) => {
    const clock = storyClock()
    const sandbox = await startSandbox({ port: await freePort(), clock, environment: options.environment })
    const contexts: BrowserContext[] = []
    const faults: string[] = []
    const openWindow = async (path = '/') => {
      const context = await browser.newContext({
        baseURL: sandbox.url,
        viewport,
        colorScheme: options.colorScheme,
      })
      contexts.push(context)
      const page = await context.newPage()
      watch(page, faults)
      await page.goto(path)
      return page
    }
    const signIn = async (handle: string) => {
      const person = sandbox.workplace.people.find((candidate) => candidate.handle === handle)
      if (!person) throw new Error(`Nobody of the sample team is called ${handle}`)
      const page = await openWindow('/login')
      await page.getByRole('button', { name: 'Continue with Slack' }).click()
      await page.getByRole('button', { name: person.name }).click()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      return page
    }
    await use({ sandbox, clock, openWindow, signIn })
    for (const context of contexts) await context.close()
    await sandbox.stop()
    expect(faults, 'errors in the browser').toEqual([])
  },
})

/** Fails with what axe finds on the page as it is now. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}

// A refused call is shown to the person, and the browser logs it by itself: that line is no fault of the page.
const refusedCall = /Failed to load resource: the server responded with a status of 4\d\d/

function watch(page: Page, faults: string[]): void {
  page.on('pageerror', (error) => faults.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && !refusedCall.test(message.text()))
      faults.push(`logged: ${message.text()}`)
  })
}

function storyClock(): StoryClock {
  let offsetMs = 0
  return {
    now: () => new Date(Date.now() + offsetMs),
    follow: () => undefined,
    advance: (ms) => {
      offsetMs += ms
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
