import type { Locator, Page } from '@playwright/test'
import { createAppeal } from '#contract/appeals.schema.ts'
import { paths } from '#contract/paths.ts'
import { takeBackReport } from '#contract/review.schema.ts'
import type { InteractionId, UserId } from '#domain/ids.ts'
import type { InteractionType, Platform, Role } from '#domain/vocabulary.ts'
import { newId } from '#server/db/new-id.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { reportAs } from './reports.ts'
import { send } from './rules.ts'
import { expect, type Story, usernameOf } from './story.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const longAgo = new Date('2020-01-01T00:00:00Z')

export async function idOf(story: Story, handle: string): Promise<UserId> {
  const [member] = await story.run<{ id: UserId }>('select id from users where username = $1', [
    usernameOf(story, handle),
  ])
  if (!member) throw new Error(`${handle} is no member yet`)
  return member.id
}

/** Gives somebody who is a member already the role of a reviewer. */
export async function makeReviewer(story: Story, handle: string, role: Role): Promise<void> {
  const id = await idOf(story, handle)
  await story.run('update users set role = $2 where id = $1', [id, role])
  story.sandbox.server.deps.live.announce({ topics: ['members', 'account'], members: [id] })
}

/** A window of a reviewer at a list of the review. */
export async function signInReviewer(
  story: Story,
  handle: string,
  { tab, role = 'moderator' }: { readonly tab?: string; readonly role?: Role } = {},
): Promise<Page> {
  await makeReviewer(story, handle, role)
  return story.signIn(handle, tab === undefined ? paths.review : `${paths.review}?tab=${tab}`)
}

interface HandedIn {
  readonly handle: string
  readonly message: string
  readonly link?: string | null
  readonly platform?: Platform
}

/** Leaves these shares alone in the queue, the first one oldest, an hour apart. */
export async function fillQueue(story: Story, shares: readonly HandedIn[]): Promise<void> {
  await story.run(
    `update shares set status = 'rejected', reason = 'Earlier', reviewed_at = $1, answered_at = $1
     where interaction_id is null and status in ('pending', 'approved')`,
    [story.clock.now().toISOString()],
  )
  const oldest = story.clock.now().getTime() - (shares.length + 1) * hourMs
  for (const [place, { handle, message, link, platform = 'linkedin' }] of shares.entries()) {
    await story.run(
      `insert into shares (id, user_id, platform, custom_message, content_type, share_url, status, created_at)
       values ($1, $2, $3, $4, 'custom', $5, 'pending', $6)`,
      [
        newId<'share'>(),
        await idOf(story, handle),
        platform,
        message,
        link === undefined ? `https://www.linkedin.com/feed/update/${place}` : link,
        new Date(oldest + place * hourMs).toISOString(),
      ],
    )
  }
  story.sandbox.server.deps.live.announce({ topics: ['review', 'shares'] })
}

/** A report of this member on a post of its own, made now. */
export async function report(
  story: Story,
  handle: string,
  interactionType: InteractionType = 'like',
): Promise<InteractionId> {
  const content = 'Ledger the bear has been collected'
  const postUrl = `https://www.linkedin.com/feed/update/bear-${newId<'post'>()}`
  const postId = await insertPost(story.sandbox.server.deps, { at: longAgo, content, postUrl })
  await reportAs(story, handle, { postId, interactionType })
  const [made] = await story.run<{ id: InteractionId }>(
    'select id from interactions where user_id = $1 order by reported_at desc, id desc limit 1',
    [await idOf(story, handle)],
  )
  if (!made) throw new Error(`${handle} has reported nothing`)
  return made.id
}

interface Asked {
  readonly handle: string
  /** What the member wrote; null for no answer in time. */
  readonly note: string | null
  readonly link?: string
}

/** Leaves these checks alone in the queue, the first one oldest. */
export async function fillChecks(story: Story, checks: readonly Asked[]): Promise<void> {
  await story.run('delete from checks')
  const now = story.clock.now().getTime()
  for (const [place, { handle, note, link = null }] of checks.entries()) {
    const interactionId = await report(story, handle, note === null ? 'like' : 'comment')
    const askedAt = new Date(now - 6 * dayMs + place * hourMs).toISOString()
    const dueAt = new Date(now - dayMs + place * hourMs).toISOString()
    await story.run(
      `insert into checks (id, user_id, interaction_id, cause, asked_at, due_at, answer, note, link, answered_at)
       values ($1, $2, $3, 'sample', $4, $5, $6, $7, $8, $9)`,
      [
        newId<'check'>(),
        await idOf(story, handle),
        interactionId,
        askedAt,
        dueAt,
        note === null ? null : 'confirm',
        note,
        link,
        note === null ? null : dueAt,
      ],
    )
  }
  story.sandbox.server.deps.live.announce({ topics: ['review', 'checks'] })
}

/** Takes a report of the member back as the reviewer on `page`, and lets the member appeal. */
export async function appeal(story: Story, page: Page, handle: string, text: string): Promise<void> {
  const interactionId = await report(story, handle)
  const takeBack = takeBackReport.path.replace(':id', interactionId)
  const taken = await send(page, {
    method: takeBackReport.method,
    path: takeBack,
    body: { reason: 'We could not find it.' },
  })
  expect(taken.status).toBe(200)
  const member = await story.signIn(handle)
  const { method, path } = createAppeal
  const asked = await send(member, { method, path, body: { interactionId, text } })
  expect(asked.status).toBe(200)
}

/** The link to the review in the bar, and what it says of what waits. */
export function reviewLink(page: Page) {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /^Review/ })
}

export function rowsIn(page: Page, list: string): Locator {
  return page.getByRole('list', { name: list }).getByRole('listitem')
}

/** What is there once a list of the review is, by its `?tab=`. */
export function firstOfLists(page: Page) {
  return {
    shares: rowsIn(page, 'Shares to review').first(),
    checks: rowsIn(page, 'Checks to decide').first(),
    appeals: rowsIn(page, 'Open appeals').first(),
    reports: page.getByRole('table', { name: 'Reports, newest first' }).getByRole('rowheader').first(),
    verified: rowsIn(page, 'Verified shares').first(),
    'not-accepted': rowsIn(page, 'Shares that were not accepted').first(),
  }
}

/** Puts something into every list of the review. */
export async function fillReview(story: Story): Promise<void> {
  await fillQueue(story, [
    {
      handle: 'zoe.brandt',
      message:
        'I wrote about our year-end guide on my own LinkedIn. Three colleagues at other firms asked about it.',
    },
    {
      handle: 'arjun.mehta',
      message: 'Story with the icon set and a poll.',
      link: 'https://instagram.com/stories/arjun',
      platform: 'instagram',
    },
    {
      handle: 'grace.kamau',
      message: 'A short about the open day, 40 seconds.',
      link: null,
      platform: 'youtube',
    },
  ])
  await fillChecks(story, [
    { handle: 'zoe.brandt', note: null },
    { handle: 'arjun.mehta', note: 'Second comment from the top', link: 'https://x.com/arjun/status/7' },
  ])
  await story.run('delete from appeals')
  const page = await signInReviewer(story, 'tomasz.wojcik')
  await appeal(story, page, 'grace.kamau', 'It is there, below the picture.')
  await story.run(
    `insert into shares (id, user_id, platform, custom_message, content_type, status, created_at, answered_at)
     values (gen_random_uuid(), $1, 'youtube', 'A day at the harbour', 'custom', 'completed', $2, $2),
       (gen_random_uuid(), $1, 'tiktok', 'Our cat', 'custom', 'rejected', $2, $2)`,
    [await idOf(story, 'zoe.brandt'), story.clock.now().toISOString()],
  )
}
