import { expect, type Locator, type Page } from '@playwright/test'

/** The field that holds the whole trackable link. */
export function linkField(page: Page): Locator {
  return page.getByRole('textbox', { name: 'Your link', exact: true })
}

export function ownActivity(page: Page): Locator {
  return page.getByRole('list', { name: 'Your recent activity' }).getByRole('listitem')
}

/** Writes into the form of a further account and sends it with Enter. */
export async function addAccount(card: Locator, platform: string, handle: string): Promise<void> {
  await card.getByLabel('Platform').selectOption(platform)
  await card.getByLabel('Handle').fill(handle)
  await card.getByLabel('Handle').press('Enter')
}

/** Follows a link as somebody who is not signed in and comes from this address. */
export async function visitAsStranger(url: string, address: string): Promise<void> {
  const answer = await fetch(url, {
    redirect: 'manual',
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0 Safari/537.36',
      'x-forwarded-for': address,
    },
  })
  expect(answer.status).toBe(302)
}

/** How often the page has changed something at this address since. */
export function callsTo(page: Page, path: string): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && new URL(request.url()).pathname === path) count++
  })
  return () => count
}
