import type { Page } from '@playwright/test'
import type { Endpoint } from '#contract/endpoint.ts'
import { pathTo } from '#contract/endpoint.ts'
import { takeBackReport } from '#contract/review.ts'
import type { CheckId, InteractionId, PostId, UserId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { newId } from '#server/db/new-id.ts'
import { reportChecks } from '#server/db/schema/honesty.ts'
import { asFixture } from '#test/support/checked-database.ts'
import { expectAccessible } from './accessible.ts'
import { expect, type Story, usernameOf } from './story.ts'

/** Sends a request with the session of a page. */
export async function sendAs(
  page: Page,
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  { params = {}, body }: { params?: Readonly<Record<string, string>>; body?: unknown } = {},
): Promise<void> {
  const answer = await page.request.fetch(pathTo(endpoint.path, params), {
    method: endpoint.method,
    data: body,
    headers: { origin: new URL(page.url()).origin },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

/** A member's report of a type on a post. */
export async function reportOf(
  story: Story,
  handle: string,
  { postId, interactionType }: { postId: PostId; interactionType: InteractionType },
): Promise<{ id: InteractionId; userId: UserId }> {
  const [report] = await story.run<{ id: InteractionId; userId: UserId }>(
    `select i.id, i.user_id as "userId" from interactions i join users u on u.id = i.user_id
     where u.username = $1 and i.post_id = $2 and i.type = $3 and i.undone_at is null`,
    [usernameOf(story, handle), postId, interactionType],
  )
  if (!report) throw new Error(`${handle} has no such report`)
  return report
}

/** Takes a report back, with the session of a reviewer's page. */
export function takeBackAs(reviewer: Page, id: InteractionId, reason: string): Promise<void> {
  return sendAs(reviewer, takeBackReport, { params: { id }, body: { reason } })
}

/** Asks a member about a report of theirs. */
export async function insertCheck(
  { sandbox }: Story,
  { id: interactionId, userId }: { id: InteractionId; userId: UserId },
): Promise<CheckId> {
  const { db, clock } = sandbox.server.deps
  const [id, askedAt] = [newId<'check'>(), clock.now()]
  const dueAt = new Date(askedAt.getTime() + 5 * 86_400_000)
  await asFixture(() =>
    db.orm.insert(reportChecks).values({ id, userId, interactionId, cause: 'sample', askedAt, dueAt }),
  )
  return id
}

/** Fails with what axe finds in `main`, in both themes, on a wide and on a narrow screen. */
export async function expectAccessibleEverywhere(page: Page): Promise<void> {
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
      await expectAccessible(page, { within: 'main' })
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, `sideways scroll at ${width}`).toBe(0)
  }
}
