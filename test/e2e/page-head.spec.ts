import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect, test } from './story.ts'

interface WebManifest {
  readonly start_url: string
  readonly display: string
  readonly icons: readonly { readonly src: string; readonly sizes: string; readonly purpose?: string }[]
}

test('the page can be installed: its manifest and icons are there, in the sizes that they claim', async ({
  story,
}) => {
  const page = await story.openWindow(paths.login)
  const address = await page.locator('link[rel=manifest]').getAttribute('href')
  // Fetched by the page itself, so that the content security policy has its say.
  const manifest = await page.evaluate(
    async (url) => (await (await fetch(url)).json()) as WebManifest,
    `${address}`,
  )
  expect(manifest).toMatchObject({
    name: 'Ovation',
    short_name: 'Ovation',
    start_url: '/',
    display: 'standalone',
  })
  expect(manifest.icons.filter(({ purpose }) => purpose === 'maskable')).toHaveLength(1)
  for (const { src, sizes } of manifest.icons) expect(await sizeOf(page, src), src).toBe(sizes)
  const touchIcon = await page.locator('link[rel=apple-touch-icon]').getAttribute('href')
  expect(await sizeOf(page, touchIcon)).toBe('180x180')
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
})

test('a link to the page has a title, a text and a picture to be shown by', async ({ story }) => {
  const page = await story.openWindow(paths.login)
  const contentOf = (name: string) =>
    page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
  for (const kind of ['og', 'twitter']) {
    expect(await contentOf(`${kind}:title`)).toBe('Ovation')
    expect(await contentOf(`${kind}:description`)).toBe(await contentOf('description'))
    expect(await sizeOf(page, await contentOf(`${kind}:image`))).toBe('1200x630')
  }
  expect(await contentOf('twitter:card')).toBe('summary_large_image')
  const colours = page.locator('meta[name=theme-color]')
  await expect(colours.and(page.locator('[media*=light]'))).toHaveAttribute('content', '#ffffff')
  await expect(colours.and(page.locator('[media*=dark]'))).toHaveAttribute('content', '#161a21')
})

/** The width and height of a picture of the product, as `180x180`; fails if it cannot be loaded. */
function sizeOf(page: Page, address: string | null): Promise<string> {
  return page.evaluate(async (src) => {
    const picture = new Image()
    picture.src = src
    await picture.decode()
    return `${picture.naturalWidth}x${picture.naturalHeight}`
  }, `${address}`)
}
