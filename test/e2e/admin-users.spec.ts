import type { Page } from '@playwright/test'
import { syncSlackUsers } from '#contract/slack.schema.ts'
import { changeRole, listUsers } from '#contract/users.schema.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectToast, nameOf, type Story, test, usernameOf } from './story.ts'

const admin = 'marta.oliveira'
const zoe = 'zoe.brandt'

test('the users tab shows every column of every member, and sorts and searches all members', {
  tag: [
    '@admin-users-columns',
    '@admin-users-slack-badge',
    '@admin-users-email',
    '@admin-users-slack-id',
    '@admin-users-link',
    '@admin-users-copy-link',
    '@admin-users-stats',
    '@admin-users-joined-day',
    '@admin-users-star',
    '@admin-users-count',
    '@admin-users-sorted',
    '@admin-users-searched',
    '@admin-users-by-role',
    '@admin-users-nobody-found',
  ],
}, async ({ story }) => {
  const page = await story.signIn(admin, '/admin')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(page.getByRole('tab', { name: 'Users' })).toHaveAttribute('aria-selected', 'true')
  const heads = ['User', 'Email', 'Role', 'Slack ID', 'Trackable Link', 'Stats', 'Joined', 'Actions']
  await expect(table.getByRole('columnheader')).toHaveText(heads)
  const [{ count } = { count: 0 }] = await story.run<{ count: number }>('select count(*)::int from users')
  await expect(page.getByText(`${count} users`, { exact: true })).toBeAttached()
  await expect(page.getByRole('heading', { name: `Users ${count}` })).toBeVisible()

  const [known] = await story.run<Known>(
    `select slack_user_id as "slackId", tracking_code as code, total_points as points, total_shares as shares, email
     from users where username = $1`,
    [usernameOf(story, zoe)],
  )
  const row = rowOf(page, story, zoe)
  await expect(row.getByRole('rowheader')).toContainText(nameOf(story, zoe))
  await expect(row.getByRole('rowheader')).toContainText('Slack user')
  await expect(row).toContainText(known?.email ?? '?')
  await expect(row).toContainText(known?.slackId ?? '?')
  await expect(row).toContainText(`/go/${known?.code}`)
  await expect(page.getByText('A trackable link is reusable for all posts.')).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await row.getByRole('button', { name: /^Copy the link of / }).click()
  await expect(row.getByRole('button', { name: /^Copied the link of / })).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `${story.sandbox.url}/go/${known?.code}`,
  )
  await expect(row.getByRole('cell').nth(4)).toHaveText(
    `${known?.points.toLocaleString('en-US')} points · ${known?.shares} share${known?.shares === 1 ? '' : 's'}`,
  )
  await expect(row.getByRole('cell').nth(5)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/)
  // The star is decoration: beside it stands the word.
  await expect(row.getByRole('cell').last().locator('[data-role] svg')).toHaveCount(0)
  await expect(rowOf(page, story, admin).getByRole('cell').last()).toHaveText('Admin')
  await expect(rowOf(page, story, admin).getByRole('cell').last().locator('[data-role] svg')).toHaveCount(1)
  // The emergency account came from no chat.
  const ownRow = page.getByRole('row').filter({ hasText: 'Not connected' })
  await expect(ownRow).toHaveCount(1)
  await expect(ownRow).not.toContainText('Slack user')

  await table.getByRole('button', { name: 'Stats' }).click()
  await expect(table.getByRole('columnheader', { name: 'Stats' })).toHaveAttribute('aria-sort', 'descending')
  const [best] = await story.run<{ name: string }>(
    'select display_name as name from users order by total_points desc, lower(display_name) limit 1',
  )
  await expect(table.getByRole('rowheader').first()).toContainText(best?.name ?? '?')

  await page.getByRole('searchbox', { name: 'Search users' }).fill(known?.slackId ?? '?')
  await expect(page.getByText('1 user found', { exact: true })).toBeAttached()
  await expect(table.getByRole('rowheader')).toHaveCount(1)
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody at all')
  await expect(page.getByText('No users found')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search users' }).fill('')
  await expect(table.getByRole('rowheader')).toHaveCount(count)

  const roleFilter = page.getByRole('group', { name: 'Users shown' })
  const [{ admins } = { admins: 0 }] = await story.run<{ admins: number }>(
    `select count(*)::int as admins from users where role = 'admin'`,
  )
  await roleFilter.getByRole('button', { name: `Admins${admins}` }).click()
  await expect(table.getByRole('rowheader')).toHaveCount(admins)
  await roleFilter.getByRole('button', { name: /^All/ }).click()
  await expect(table.getByRole('rowheader')).toHaveCount(count)
})

test('a role is changed with the keyboard alone: arrows move, Enter saves, and the change applies immediately', {
  tag: [
    '@admin-users-role-badge',
    '@admin-users-roles',
    '@admin-users-role-saved',
    '@admin-users-promoted',
    '@admin-users-demoted',
    '@rights-change-role',
    '@told-role-updated',
    '@wrong-no-admin',
  ],
}, async ({ story }) => {
  const page = await story.signIn(admin, '/admin?tab=users')
  const other = await story.signIn(zoe, '/admin')
  await expect(other.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  const button = rowOf(page, story, zoe).getByRole('button', { name: /^Role of / })
  await expect(button).toHaveText('Member')
  await button.focus()
  await page.keyboard.press('Enter')
  const list = page.getByRole('listbox')
  await expect(list.getByRole('option')).toHaveText(['Member', 'Moderator', 'Admin'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  expect(await roleOf(story, zoe)).toBe('user')
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(button).toBeFocused()
  expect(await roleOf(story, zoe)).toBe('user')

  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expectToast(page, 'User role updated', 'Changed to Admin')
  await expect(button).toHaveText('Admin')
  await expect(button).toBeFocused()
  await expect(rowOf(page, story, zoe).getByRole('cell').last()).toHaveText('Admin')
  expect(await roleOf(story, zoe)).toBe('admin')
  // A window that hears nothing still believes that it is an administrator's.
  await other.routeWebSocket(/\/ws$/, () => undefined)
  await other.reload()
  await expect(other.getByRole('table', { name: 'Users' })).toBeVisible()

  // Whoever loses the role with the panel open is shown out by the first thing that is refused.
  await button.click()
  await list.getByRole('option', { name: 'Member' }).click()
  await expect(button).toHaveText('Member')
  const lost = rowOf(other, story, admin).getByRole('button', { name: /^Role of / })
  await lost.click()
  await other.getByRole('option', { name: 'Moderator' }).click()
  await expect(other.getByRole('heading', { name: 'Access Denied' })).toBeVisible()
  expect(await roleOf(story, admin)).toBe('admin')
  const acts = await story.run<{ details: unknown }>(
    `select details from audit_entries where action = 'role.update' order by created_at`,
  )
  expect(acts.map(({ details }) => details)).toEqual([
    { before: { role: 'user' }, after: { role: 'admin' } },
    { before: { role: 'admin' }, after: { role: 'user' } },
  ])
})

test('a role that cannot be saved reverts, with the reason beside it', {
  tag: ['@told-role-failed', '@told-unreached', '@wrong-role-twice'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin, '/admin')
  const row = rowOf(page, story, 'kenji.watanabe')
  const button = row.getByRole('button', { name: /^Role of / })
  await expect(button).toHaveText('Member')
  await page.route(`**${changeRole.path.replace(':id', '*')}`, (route) => route.abort())
  await button.click()
  await page.getByRole('option', { name: 'Moderator' }).click()
  await expectToast(page, 'Failed to update role', 'Please try again later.')
  await expect(row.getByText(/^Failed to update role: /)).toBeVisible()
  await expect(button).toHaveText('Member')
  await page.unrouteAll()

  // Somebody else was faster: the later one sees what is there now, and overwrites nothing.
  await story.run(`update users set role = 'moderator' where username = $1`, [
    usernameOf(story, 'kenji.watanabe'),
  ])
  await button.click()
  await page.getByRole('option', { name: 'Admin' }).click()
  await expect(row.getByText('Failed to update role: Somebody else changed this meanwhile')).toBeVisible()
  await expect(button).toHaveText('Moderator')
  expect(await roleOf(story, 'kenji.watanabe')).toBe('moderator')
})

test.describe('with one administrator', () => {
  test.use({ setup: { environment: { EMERGENCY_LOGIN: 'off' } } })

  test('the last administrator keeps the role; chat members are imported; a lost connection can be retried', {
    tag: [
      '@admin-users-no-code',
      '@admin-users-joined-unknown',
      '@admin-users-last-admin',
      '@admin-users-pages',
      '@admin-users-empty',
      '@admin-users-sync-counts',
      '@admin-users-sync-refused',
      '@admin-users-failure',
      '@told-role-failed',
      '@told-sync-failed',
    ],
  }, async ({ story }) => {
    story.faults.permit(brokenCalls)
    await story.run(`update users set role = 'user' where username <> $1`, [usernameOf(story, admin)])
    const page = await story.signIn(admin, '/admin')
    const row = rowOf(page, story, admin)
    await row.getByRole('button', { name: /^Role of / }).click()
    await page.getByRole('option', { name: 'Member' }).click()
    await expectToast(page, 'Failed to update role', 'Please try again later.')
    await expect(row.getByText(/At least one admin is required/)).toBeVisible()
    await expect(row.getByRole('button', { name: /^Role of / })).toHaveText('Admin')
    expect(await roleOf(story, admin)).toBe('admin')

    const sync = page.getByRole('button', { name: 'Sync members' })
    await page.route(`**${syncSlackUsers.path}`, (route) => route.abort())
    await sync.click()
    await expectToast(page, 'Sync failed', 'Failed to sync members from Slack.')
    await expect(page.getByText('Sync failed: Failed to sync members from Slack.')).toBeVisible()
    await page.unrouteAll()
    await sync.click()
    await expect(
      page.getByText(/; \d+ skipped: bots, guests and people without an address\.$/).first(),
    ).toBeVisible()

    await insertMembers(story, 60)
    await withoutCodeAndDay(page)
    await page.reload()
    const cells = page.getByRole('row').nth(1).getByRole('cell')
    await expect(cells.nth(3)).toHaveText('No tracking code')
    await expect(cells.nth(5)).toHaveText('Unknown')
    const names = await story.run<{ name: string }>(
      'select display_name as name from users order by lower(display_name)',
    )
    const pages = page.getByRole('navigation', { name: 'Pages of users' })
    const headers = page.getByRole('rowheader')
    await expect(headers).toHaveCount(25)
    await pages.getByRole('button', { name: 'Next page' }).click()
    await expect(headers.first()).toContainText(names[25]?.name ?? '?')
    await expect(headers).toHaveCount(25)
    await page.unrouteAll()

    await page.route(`**${listUsers.path}*`, (route) => route.abort())
    await page.reload()
    await expect(page.getByRole('alert')).toContainText('The users could not be loaded.')
    await page.unrouteAll()
    await page.route(`**${listUsers.path}*`, (route) => route.fulfill({ json: { data: [], total: 0 } }))
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('No Users Found')).toBeVisible()
    await expect(page.getByText(/sync button/)).toBeVisible()
  })
})

interface Known {
  readonly slackId: string
  readonly code: string
  readonly points: number
  readonly shares: number
  readonly email: string
}

async function insertMembers({ run, clock }: Story, count: number): Promise<void> {
  await run(
    `insert into users (id, username, display_name, tracking_code, reached_at, created_at)
     select gen_random_uuid(), 'extra.' || place, 'Extra ' || place, 'extra' || place, $2::timestamptz, $2
     from generate_series(1, $1::int) as place`,
    [count, clock.now().toISOString()],
  )
}

/** Takes both from the first of each page on its way: in the database they cannot be missing. */
async function withoutCodeAndDay(page: Page): Promise<void> {
  await page.route(`**${listUsers.path}?*`, async (route) => {
    const response = await route.fetch()
    const { data, total } = listUsers.answer.parse(await response.json())
    const [first, ...others] = data
    const bare = { ...first, trackingCode: undefined, createdAt: undefined }
    await route.fulfill({ json: { data: [bare, ...others], total } })
  })
}

function rowOf(page: Page, story: Story, handle: string) {
  const name = nameOf(story, handle)
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
}

async function roleOf(story: Story, handle: string): Promise<string | undefined> {
  const rows = await story.run<{ role: string }>('select role from users where username = $1', [
    usernameOf(story, handle),
  ])
  return rows[0]?.role
}
