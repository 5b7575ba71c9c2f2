import { test as base, expect, type Locator, type Page } from '@playwright/test'
import type { UserId } from '#domain/ids.ts'
import { displayNameFrom, usernameFrom } from '#domain/names.ts'
import type { Person } from '#sandbox/workplace/people.ts'
import { insertTestSession } from '#test/support/session.ts'
import { Faults } from './faults.ts'
import { showTime } from './page-time.ts'
import { type Product, ProductShelf, type Setup } from './product.ts'
import { hasShownToast } from './shown-toasts.ts'
import type { StoryWindow } from './windows.ts'

export interface Story extends Product {
  readonly faults: Faults
  /** A new browser window of its own, at the product; closes with the story. */
  openWindow(path?: string): Promise<Page>
  /** A window at `path` of this person, with a session that needed no sign-in once they are a member. */
  signIn(handle: string, path?: string): Promise<Page>
  /** The same, through the whole sign-in flow, with a session that no other window has. */
  signInAfresh(handle: string): Promise<Page>
  /** Moves the clock of the product and of every window of the story. */
  advance(ms: number): Promise<void>
}

export { expect }

/** Opens a window that a story prepares before it goes to a screen. */
export const blankPage = 'about:blank'

/**
 * The stories of one file share one product with its workplace and the sample team, whose clock stands at the moment of
 * the tests; `setup` makes another one. A story fails when any of its pages logs an error, throws, or breaches the content
 * security policy.
 */
export const test = base.extend<{ story: Story; setup: Setup }, { shelf: ProductShelf }>({
  setup: [{}, { option: true }],
  shelf: [
    // The runner reads from the pattern what a fixture needs, and wants one even where that is nothing.
    async ({ playwright: _ }, use) => {
      const shelf = new ProductShelf()
      await use(shelf)
      await shelf.clear()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  story: [
    async ({ browser, shelf, setup, viewport, colorScheme, locale, timezoneId }, use, { file }) => {
      const product = await shelf.take(file, setup)
      const options = { baseURL: product.sandbox.url, viewport, colorScheme, locale, timezoneId }
      const windows: StoryWindow[] = []
      const faults = new Faults()
      const open = async (path: string, handle?: string) => {
        const window = await product.windows.take(browser, options, product.clock.now())
        windows.push(window)
        window.report = (fault) => faults.note(fault)
        const cookie = handle === undefined ? undefined : product.signedIn.get(handle)
        if (cookie) await window.context.addCookies([cookie])
        const { page } = window
        // What happens from now on is news to a window of a member.
        const live = cookie && path !== blankPage ? firstMessage(page) : null
        if (path !== blankPage) await page.goto(path)
        await live
        return page
      }
      const signInAfresh = async (handle: string) => {
        const page = await open('/login')
        await page.getByRole('button', { name: 'Continue with Slack' }).click()
        await page.getByRole('button', { name: personOf(product, handle).name }).click()
        await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
        return page
      }
      const signIn = async (handle: string, path = '/') => {
        if (product.signedIn.has(handle) || (await findSession(product, handle))) return open(path, handle)
        const page = await signInAfresh(handle)
        if (path !== '/') await page.goto(path)
        return page
      }
      const advance = async (ms: number) => {
        product.clock.advance(ms)
        for (const { context } of windows) await showTime(context, product.clock.now())
      }
      await use({ ...product, faults, openWindow: (path = '/') => open(path), signIn, signInAfresh, advance })
      const found = faults.take()
      for (const window of windows) await product.windows.giveBack(window)
      expect(found, 'errors in the browser').toEqual([])
    },
    // Beside the story's own time: a busy machine takes its time to start the product.
    { timeout: 180_000 },
  ],
})

/** Answers once the page's live connection stands. */
async function firstMessage(page: Page): Promise<void> {
  const socket = await page.waitForEvent('websocket')
  await socket.waitForEvent('framereceived')
}

/** Gives a member of the product a session without a sign-in; false where they are no member yet. */
async function findSession(product: Product, handle: string): Promise<boolean> {
  const { sandbox, signedIn, run } = product
  const [member] = await run<{ id: UserId }>('select id from users where slack_user_id = $1', [
    personOf(product, handle).id,
  ])
  if (!member) return false
  const [name = '', value = ''] = (await insertTestSession(sandbox.server.deps, member.id)).split('=')
  signedIn.set(handle, { name, value, url: sandbox.url })
  return true
}

export function personOf({ sandbox }: Product, handle: string): Person {
  const person = sandbox.workplace.people.find((candidate) => candidate.handle === handle)
  if (!person) throw new Error(`Nobody of the sample team is called ${handle}`)
  return person
}

/** The name that the product shows for a person of the sample team: the one from the chat. */
export function nameOf(product: Product, handle: string): string {
  return displayNameFrom(personOf(product, handle).name) ?? ''
}

/** The username that the product gives a person of the sample team. */
export function usernameOf(product: Product, handle: string): string {
  return usernameFrom(personOf(product, handle).name)
}

/** The toast on screen. */
export function toastOn(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
}

/**
 * Fails unless a toast reads exactly so: the one on screen, or one that has come and gone since the last that was
 * expected.
 */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const wanted = text === undefined ? [title] : [title, text]
  const isOnScreen = async () => {
    const parts = wanted.map((words) => toastOn(page).getByText(words, { exact: true }).isVisible())
    return (await Promise.all(parts)).every(Boolean)
  }
  await expect
    .poll(
      async () => (await hasShownToast(page, wanted)) || (await isOnScreen()),
      `a toast that reads ${wanted}`,
    )
    .toBe(true)
}
