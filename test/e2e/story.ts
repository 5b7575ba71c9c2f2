import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, expect, type Locator, type Page } from '@playwright/test'
import { usernameFrom } from '#domain/names.ts'
import type { Person } from '#sandbox/workplace/people.ts'
import { Faults } from './faults.ts'
import { type Product, ProductShelf, type Setup } from './product.ts'

export interface Story extends Product {
  readonly faults: Faults
  /** A new browser window of its own, at the product; closes with the story. */
  openWindow(path?: string): Promise<Page>
  /** A window at `path` of this person of the sample team. */
  signIn(handle: string, path?: string): Promise<Page>
  /** The same, through the whole sign-in flow, with a session that no other window has. */
  signInAfresh(handle: string): Promise<Page>
}

export { expect }

/**
 * The stories of one file share one product with its workplace and the sample team; `setup` makes another one. A story
 * fails when any of its pages logs an error, throws, or breaches the content security policy.
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
    async ({ browser, shelf, setup }, use, { file }) => {
      const product = await shelf.take(file, setup)
      const contexts: BrowserContext[] = []
      const faults = new Faults()
      const open = async (path: string, handle?: string) => {
        const context = await browser.newContext({ baseURL: product.sandbox.url })
        contexts.push(context)
        await faults.watch(context)
        const cookies = handle === undefined ? undefined : product.signedIn.get(handle)
        if (cookies) await context.addCookies([...cookies])
        const page = await context.newPage()
        await page.goto(path)
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
        if (product.signedIn.has(handle)) return open(path, handle)
        const page = await signInAfresh(handle)
        product.signedIn.set(handle, await page.context().cookies(product.sandbox.url))
        if (path !== '/') await page.goto(path)
        return page
      }
      await use({ ...product, faults, openWindow: (path = '/') => open(path), signIn, signInAfresh })
      for (const context of contexts) await context.close()
      expect(faults.take(), 'errors in the browser').toEqual([])
    },
    // Beside the story's own time: a busy machine takes its time to start the product.
    { timeout: 180_000 },
  ],
})

/** Fails with what axe finds on the page as it is now, by all of its rules but those left out. */
export async function expectAccessible(page: Page, leftOut: string[] = []): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).disableRules(leftOut).analyze()
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([])
}

export function personOf({ sandbox }: Product, handle: string): Person {
  const person = sandbox.workplace.people.find((candidate) => candidate.handle === handle)
  if (!person) throw new Error(`Nobody of the sample team is called ${handle}`)
  return person
}

/** The name that the product shows for a person of the sample team. */
export function usernameOf(product: Product, handle: string): string {
  return usernameFrom(personOf(product, handle).name)
}

/** The toast on screen. */
export function toastOn(page: Page): Locator {
  return page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem')
}

/** Fails unless the toast on screen reads exactly so. */
export async function expectToast(page: Page, title: string, text?: string): Promise<void> {
  const toast = toastOn(page)
  await expect(toast.getByText(title, { exact: true })).toBeVisible()
  if (text !== undefined) await expect(toast.getByText(text, { exact: true })).toBeVisible()
}
