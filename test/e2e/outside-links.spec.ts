import type { Page } from '@playwright/test'
import { insertPost } from '#test/support/fixtures.ts'
import { expect, test } from './story.ts'
import { memberViews } from './views.ts'

const shown = memberViews.filter(({ windows }) => windows === undefined)

test('links to other sites pass on neither window nor referrer, and pictures of other sites no referrer', {
  tag: ['@sec-59'],
}, async ({ story }) => {
  test.setTimeout(240_000)
  const { deps } = story.sandbox.server
  const id = await insertPost(deps, {
    content: 'News.',
    postUrl: 'https://www.linkedin.com/posts/brightwater-59',
  })
  // The stand-in for Slack is another site too, and has pictures that load.
  const picture = '(select avatar from users where avatar is not null order by id limit 1)'
  await story.run(`update posts set image_url = ${picture}, author_avatar_url = ${picture} where id = $1`, [
    id,
  ])
  const found = { links: new Set<string>(), pictures: new Set<string>() }
  for (const view of shown) {
    const page = await view.open(story)
    const { links, pictures } = await outsideOf(page)
    for (const { href, rel } of links) {
      found.links.add(href)
      expect([view.name, href, rel.split(' ').sort()]).toEqual([view.name, href, ['noopener', 'noreferrer']])
    }
    for (const { src, policy, hasAlt } of pictures) {
      found.pictures.add(src)
      expect([view.name, src, policy, hasAlt]).toEqual([view.name, src, 'no-referrer', true])
    }
  }
  // A scan that finds nothing would show nothing.
  expect(found.links.size).toBeGreaterThan(5)
  expect(found.pictures.size).toBeGreaterThan(0)
})

/** What of a page leads or looks to another site. */
function outsideOf(page: Page) {
  return page.evaluate(() => {
    const isOutside = (address: string) => /^https?:/.test(address) && !address.startsWith(location.origin)
    return {
      links: Array.from(document.querySelectorAll('a'))
        .filter(({ href }) => isOutside(href))
        .map(({ href, rel }) => ({ href, rel })),
      pictures: Array.from(document.querySelectorAll('img'))
        .filter(({ src }) => isOutside(src))
        .map((image) => ({
          src: image.src,
          policy: image.referrerPolicy,
          hasAlt: image.hasAttribute('alt'),
        })),
    }
  })
}
