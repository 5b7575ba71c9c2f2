import type { Locator, Page } from '@playwright/test'
import type { UserId } from '#domain/ids.ts'
import type { Role } from '#domain/vocabulary.ts'
import { expect, type Story } from './story.ts'

const tab = '/admin?tab=social-feed'
const admin = 'marta.oliveira'

export async function openPosts(story: Story): Promise<Page> {
  const page = await story.signIn(admin, tab)
  await expect(tableOn(page).getByRole('row').nth(1)).toBeVisible()
  return page
}

export function tableOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Social feed posts', exact: true })
}

export function rowBy(page: Page, author: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: author }) })
}

/** Posts by `Name 1`, `Name 2` and so on, the first of them the newest, which say `Name words`. */
export async function insertPosts({ run, clock }: Story, count: number, name: string): Promise<void> {
  await run(
    `insert into posts (id, identity, brand, platform, author_name, author_handle, content, original_post_date,
       created_at, updated_at, published_at)
     select gen_random_uuid(), $1::text || place, 'default', 'linkedin', $1 || ' ' || place, '@brightwater',
       $1 || ' words of the ' || place, $3::timestamptz - place * interval '1 second', $3, $3, $3
     from generate_series(1, $2::int) as place`,
    [name, count, clock.now().toISOString()],
  )
}

export async function leftOf(story: Story, name: string): Promise<number> {
  const [row] = await story.run<{ left: number }>(
    `select count(*)::int as left from posts where author_name like $1 and deleted_at is null`,
    [`${name} %`],
  )
  return row?.left ?? 0
}

/** Changes the administrator's role past the panel, as another one's would. */
export async function changeRole({ run, sandbox }: Story, role: Role): Promise<void> {
  const changed = await run<{ id: UserId }>(
    `update users set role = $1 where username like 'marta%' returning id`,
    [role],
  )
  sandbox.server.deps.live.announce({ changedUsers: changed.map(({ id }) => id) })
}

/** The messages in the channel that hold this text. */
export async function toldOf({ sandbox }: Story, text: string) {
  const messages = await sandbox.workplace.messages()
  return messages.filter((message) => JSON.stringify(message.blocks).includes(text))
}
