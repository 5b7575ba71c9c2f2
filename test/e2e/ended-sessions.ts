import type { Page, Request, Route } from '@playwright/test'
import type { SessionId } from '#domain/ids.ts'
import { expect, personOf, type Story } from './story.ts'

/** Ends the session of a page and presses something on it, which notices first: whatever else is read waits until then. */
export async function pressAfterEnd(
  page: Page,
  end: () => Promise<unknown>,
  press: () => Promise<unknown>,
): Promise<void> {
  const underWay = new Set<Request>()
  const held: Route[] = []
  let isHeld = false
  const isCall = ({ pathname }: URL) => pathname.startsWith('/api/')
  const isOver = (request: Request) => underWay.delete(request)
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', isOver)
  page.on('requestfailed', isOver)
  await page.route(isCall, (route) => {
    if (isHeld && route.request().method() === 'GET') held.push(route)
    else return route.fallback()
  })
  await page.waitForLoadState('networkidle')
  await expect.poll(() => underWay.size).toBe(0)
  isHeld = true
  await end()
  await press()
  isHeld = false
  for (const route of held) await route.continue()
  await page.unroute(isCall)
}

/** Ends a person's sessions as another instance of the server would: without a word to this one's sockets. */
export async function endSessionsOf(story: Story, handle: string): Promise<void> {
  const { id } = personOf(story, handle)
  const rows = await story.run<{ id: SessionId }>(
    'delete from sessions where user_id = (select id from users where slack_user_id = $1) returning id',
    [id],
  )
  story.sandbox.server.deps.sessions.forget(
    rows.map((row) => row.id),
    [],
  )
}
