import type { Page, Route } from '@playwright/test'

const longLists =
  /\/api\/(users|activities|leaderboard|social-feed-posts|shares|admin\/audit|webhooks\/deliveries)(\?|$)/
const rowsKept = 4

/** Leaves the first rows of each long list: all others look the same, and looking at each of them takes its time. */
export async function keepListsShort(page: Page): Promise<void> {
  await page.route(longLists, cutShort)
}

async function cutShort(route: Route): Promise<void> {
  const request = route.request()
  if (request.method() !== 'GET') return route.fallback()
  // An answer that nothing has changed since would have no list to shorten.
  const { 'if-none-match': _known, ...headers } = request.headers()
  const response = await route.fetch({ headers })
  const answer = (await response.json()) as { data: unknown }
  if (!Array.isArray(answer.data)) return route.fulfill({ response })
  return route.fulfill({ response, json: { ...answer, data: answer.data.slice(0, rowsKept) } })
}
