import type { Locator, Page } from '@playwright/test'
import { listShares, submitShare } from '#contract/shares.schema.ts'
import { mostSharePoints } from '#contract/shares.ts'
import { tablePageSize } from '#contract/tables.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { tabTo } from './focus.ts'
import { send } from './rules.ts'
import { signInSecondAdmin } from './second-admin.ts'
import { expect, expectToast, nameOf, type Story, test, toastOn, usernameOf } from './story.ts'

const admin = 'marta.oliveira'
const panel = '/admin?tab=social-feed'
const everyCall = `**${listShares.path}?*`

test('an administrator verifies and edits a share: the ledger adds up, and the member’s total follows', {
  tag: [
    '@admin-shares-heading',
    '@admin-shares-columns',
    '@admin-shares-member',
    '@admin-shares-message',
    '@admin-shares-no-message',
    '@admin-shares-engagements',
    '@admin-shares-points',
    '@admin-shares-badge',
    '@admin-shares-edit',
    '@admin-shares-status',
    '@admin-shares-earn',
    '@admin-shares-total',
    '@form-share-numbers',
    '@form-share-no-number',
    '@form-share-link',
    '@told-share-updated',
    '@wrong-link',
  ],
}, async ({ story }) => {
  const arjun = usernameOf(story, 'arjun.mehta')
  const name = nameOf(story, 'arjun.mehta')
  const { member, id } = await handIn(story, 'arjun.mehta', 'Our open day, in my own words')
  const before = await totalOf(story, arjun)
  const page = await story.signIn(admin, panel)
  await expect(page.getByRole('heading', { name: 'Social Feed Management' })).toBeVisible()
  const table = page.getByRole('table', { name: 'Social shares' })
  await expect(table.getByRole('columnheader')).toHaveText([
    'User',
    'Platform',
    'Content',
    'Engagement',
    'Points',
    'Status',
    'Submitted',
    'Edit',
  ])
  await page.getByRole('searchbox', { name: 'Search shares' }).fill('open DAY')
  await expect(page.getByText('1 share found', { exact: true })).toBeVisible()
  const row = table.getByRole('row').filter({ hasText: 'open day' })
  const [stored] = await story.run<{ userId: string }>(
    'select user_id as "userId" from shares where id = $1',
    [id],
  )
  await expect(row.getByRole('rowheader')).toHaveText(`${name}${arjun} · ${stored?.userId}`)
  const cells = row.getByRole('cell')
  await expect(cells.nth(0)).toHaveText('TikTok')
  await expect(cells.nth(1)).toHaveText('Our open day, in my own words')
  await expect(cells.nth(2)).toHaveText('0Pending')
  await expect(cells.nth(3)).toHaveText('0')
  await expect(cells.nth(4)).toHaveText('Pending')
  await expect(cells.nth(5)).toHaveText(/^[A-Z][a-z]{2} \d{1,2}, 20\d\d$/)

  const edit = row.getByRole('button', { name: `Edit share on TikTok by ${name}` })
  await edit.click()
  const dialog = page.getByRole('dialog', { name: 'Edit Social Media Share' })
  await expect(dialog.getByLabel('Custom message')).toHaveValue('Our open day, in my own words')
  await dialog.getByLabel('Engagements').fill('many')
  await dialog.getByLabel('Engagements').blur()
  await expect(dialog.getByLabel('Engagements')).toHaveValue('0')
  await dialog.getByLabel('Engagements').fill('12')
  await dialog.getByLabel('Points').fill('-1')
  await dialog.getByLabel('Share URL').fill('javascript:alert(1)')
  await dialog.getByLabel('Status').selectOption('Completed')
  await dialog.getByRole('button', { name: 'Save Share' }).click()
  await expect(dialog.getByLabel('Share URL')).toBeFocused()
  await expect(dialog.getByLabel('Share URL')).toHaveAccessibleDescription('Please enter a valid URL')
  await expect(dialog.getByLabel('Points')).toHaveAccessibleDescription(
    new RegExp(`Must be a whole number from 0 to ${mostSharePoints}`),
  )
  expect(await totalOf(story, arjun)).toBe(before)
  await dialog.getByLabel('Points').fill('0')
  await dialog.getByLabel('Share URL').fill('https://www.tiktok.com/@arjun/video/9')
  await dialog.getByRole('button', { name: 'Save Share' }).click()
  await expectToast(page, 'Share updated')
  await expect(dialog).toBeHidden()
  await expect(edit).toBeFocused()
  await expect(cells.nth(2)).toHaveText('12Completed')
  await expect(cells.nth(3)).toHaveText('30')
  await expect(cells.nth(4)).toHaveText('Verified')
  expect(await ledgerOf(story, id)).toEqual([30])
  expect(await totalOf(story, arjun)).toBe(before + 30)

  await saveWith(page, row, async () => dialog.getByLabel('Points').fill('45'))
  expect(await ledgerOf(story, id)).toEqual([30, 15])
  expect(await totalOf(story, arjun)).toBe(before + 45)
  await member.reload()
  await expect(member.getByRole('region', { name: 'Your Progress' })).toContainText(
    (before + 45).toLocaleString('en-US'),
  )
  // Without a message it is shown, and found, by its type.
  await saveWith(page, row, async () => {
    await dialog.getByLabel('Status').selectOption('Rejected')
    await dialog.getByLabel('Reason').fill('The link does not open')
    await dialog.getByLabel('Platform').selectOption('LinkedIn')
    await dialog.getByLabel('Custom message').fill('')
    await dialog.getByLabel('Content type').fill('Open day')
  })
  await expect(cells.nth(0)).toHaveText('LinkedIn')
  await expect(cells.nth(1)).toHaveText('open day')
  await expect(cells.nth(4)).toHaveText('Not accepted')
  expect(await ledgerOf(story, id)).toEqual([30, 15, -45])
  expect(await totalOf(story, arjun)).toBe(before)
  const audited = await story.run<{ action: string }>('select action from audit_entries where subject = $1', [
    id,
  ])
  expect(audited.map(({ action }) => action)).toEqual(Array(3).fill('share.review'))
})

test('when two administrators edit one share, the second is told what the first changed', {
  tag: ['@admin-shares-edit', '@told-share-failed', '@wrong-share-twice', '@wrong-follows'],
}, async ({ story }) => {
  const { id } = await handIn(story, 'grace.kamau', 'A day at the harbour')
  const own = await story.signIn(admin, panel)
  const first = await openShare(own, 'harbour')
  const second = await openShare(await signInSecondAdmin(story, own, panel), 'harbour')
  await first.dialog.getByLabel('Status').selectOption('Completed')
  await first.dialog.getByRole('button', { name: 'Save Share' }).click()
  await expectToast(first.page, 'Share updated')

  const { page, dialog } = second
  await dialog.getByLabel('Custom message').fill('A day at the old harbour')
  await dialog.getByLabel('Points').fill('50')
  await dialog.getByRole('button', { name: 'Save Share' }).click()
  await expectToast(page, 'Error', 'Failed to update social media share.')
  const note = dialog.getByRole('alert')
  await expect(note).toContainText('Somebody else changed this meanwhile. It now reads:')
  await expect(note.getByRole('term')).toHaveText(['Points', 'Status'])
  await expect(note.getByRole('definition')).toHaveText(['30', 'Completed'])
  await expectAccessible(page, { within: '[role=dialog]' })
  // What nobody wrote over follows; what was written stays.
  await expect(dialog.getByLabel('Status')).toHaveValue('completed')
  await expect(dialog.getByLabel('Points')).toHaveValue('50')
  expect(await ledgerOf(story, id)).toEqual([30])
  await dialog.getByRole('button', { name: 'Save Share' }).click()
  await expectToast(page, 'Share updated')
  expect(await ledgerOf(story, id)).toEqual([30, 20])

  const late = await openShare(first.page, 'old harbour')
  const early = await openShare(page, 'old harbour')
  await early.dialog.getByLabel('Points').fill('60')
  await early.dialog.getByRole('button', { name: 'Save Share' }).click()
  await expectToast(early.page, 'Share updated')
  await late.dialog.getByLabel('Points').fill('70')
  await late.dialog.getByRole('button', { name: 'Save Share' }).click()
  await late.dialog.getByRole('button', { name: 'Use their version' }).click()
  await expect(late.dialog.getByRole('alert')).toHaveCount(0)
  await expect(late.dialog.getByLabel('Points')).toBeFocused()
  await expect(late.dialog.getByLabel('Points')).toHaveValue('60')
  await late.dialog.getByRole('button', { name: 'Save Share' }).click()
  await expectToast(late.page, 'Share updated')
  expect(await ledgerOf(story, id)).toEqual([30, 20, 10])
})

test('the table pages, sorts and filters; when a share leaves the filter, the focus moves on', {
  tag: [
    '@admin-shares-badge',
    '@admin-shares-status',
    '@admin-shares-searched',
    '@admin-shares-focus',
    '@admin-shares-none-found',
    '@admin-shares-empty',
    '@admin-shares-failure',
  ],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin, panel)
  const table = page.getByRole('table', { name: 'Social shares' })
  const [all] = await story.run<{ count: number }>('select count(*)::int as count from shares')
  const total = all?.count ?? 0
  await expect(page.getByText(`${total} shares`, { exact: true })).toBeVisible()
  await expect(table.getByRole('rowheader')).toHaveCount(tablePageSize)
  const pages = page.getByRole('navigation', { name: 'Pages of shares' })
  const last = Math.ceil(total / tablePageSize)
  await pages.getByRole('button', { name: `Page ${last}`, exact: true }).click()
  await expect(table.getByRole('rowheader')).toHaveCount(total - (last - 1) * tablePageSize)
  await table.getByRole('button', { name: 'User' }).click()
  await expect(table.getByRole('columnheader', { name: 'User' })).toHaveAttribute('aria-sort', 'ascending')
  await expect(table.getByRole('rowheader')).toHaveCount(tablePageSize)
  const [foremost] = await story.run<{ name: string }>(
    `select display_name as name from shares join users on users.id = user_id
     order by lower(display_name) limit 1`,
  )
  await expect(table.getByRole('rowheader').first()).toContainText(foremost?.name ?? '?')

  await page.getByLabel('Status').selectOption('Approved')
  await expect(page.getByText('No shares found')).toBeVisible()
  await page.getByLabel('Status').selectOption('Pending')
  await expect(table.getByRole('rowheader')).toHaveCount(tablePageSize)
  const [going, next] = [table.getByRole('row').nth(1), table.getByRole('row').nth(2)]
  const nextId = await next.getAttribute('data-row')
  await saveWith(page, going, (dialog) => dialog.getByLabel('Status').selectOption('Approved'))
  await expect(table.getByRole('row').nth(1)).toHaveAttribute('data-row', nextId ?? '?')
  await expect(table.getByRole('row').nth(1)).toBeFocused()

  await page.getByLabel('Status').selectOption('Approved')
  await expect(table.getByRole('rowheader')).toHaveCount(1)
  await expect(going.getByRole('cell').nth(2)).toHaveText(/Approved$/)
  await expect(going.getByRole('cell').nth(4)).toHaveText('Counted with the report')

  await page.route(everyCall, (route) => route.abort())
  await page.getByRole('searchbox', { name: 'Search shares' }).fill('company')
  await expect(page.getByRole('alert')).toContainText('The shares could not be loaded.')
  await page.unrouteAll()
  const nothing = { data: [], nextCursor: null, total: 0 }
  await page.route(everyCall, (route) => route.fulfill({ json: nothing }))
  await page.reload()
  await expect(page.getByText('No Social Shares')).toBeVisible()
})

test('a share is found and edited with the keyboard alone', {
  tag: ['@admin-shares-keyboard', '@told-share-failed'],
}, async ({ story }) => {
  const { id } = await handIn(story, 'zoe.brandt', 'By keyboard')
  const page = await story.signIn(admin, panel)
  await expect(page.getByRole('table', { name: 'Social shares' })).toBeVisible()
  // The table of the posts above has a story of its own.
  await page.getByRole('heading', { name: 'Social Feed Management' }).focus()
  await tabTo(page, page.getByRole('searchbox', { name: 'Search shares' }))
  await page.keyboard.type('by keyboard')
  await expect(page.getByText('1 share found', { exact: true })).toBeVisible()
  const edit = rowOf(page, 'By keyboard').getByRole('button', { name: /^Edit share/ })
  await tabTo(page, edit)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Social Media Share' })
  await expect(dialog.getByLabel('Status')).toBeFocused()
  await page.keyboard.type('Comp')
  await expect(dialog.getByLabel('Status')).toHaveValue('completed')
  await tabTo(page, dialog.getByLabel('Engagements'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Share updated')
  await expect(edit).toBeFocused()
  const [stored] = await story.run('select status, engagements, points from shares where id = $1', [id])
  expect(stored).toEqual({ status: 'completed', engagements: 7, points: 30 })

  // Refused by the server, it stays where it was.
  await page.route(`**${listShares.path}/*`, (route) =>
    route.fulfill({ status: 503, json: { message: 'Not now' } }),
  )
  story.faults.permit(/^logged: Failed to load resource: the server responded with a status of 503/)
  await page.keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Save Share' }))
  await page.keyboard.press('Enter')
  await expect(toastOn(page).getByText('Failed to update social media share.', { exact: true })).toBeVisible()
  await expect(dialog.getByText('Error: Not now')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
})

/** A share that this person of the sample team has handed in, and their window. */
async function handIn(story: Story, handle: string, customMessage: string) {
  const member = await story.signIn(handle)
  const { method, path, answer } = submitShare
  const { text } = await send(member, { method, path, body: { platform: 'tiktok', customMessage } })
  return { member, id: answer.parse(JSON.parse(text)).data.id }
}

/** The editor of the share with this in its message, opened on the tab. */
async function openShare(page: Page, text: string) {
  await page.getByRole('searchbox', { name: 'Search shares' }).fill(text)
  await rowOf(page, text)
    .getByRole('button', { name: /^Edit share/ })
    .click()
  const dialog = page.getByRole('dialog', { name: 'Edit Social Media Share' })
  await expect(dialog).toBeVisible()
  return { page, dialog }
}

async function saveWith(page: Page, row: Locator, change: (dialog: Locator) => Promise<unknown>) {
  await row.getByRole('button', { name: /^Edit share/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit Social Media Share' })
  await change(dialog)
  await dialog.getByRole('button', { name: 'Save Share' }).click()
  await expectToast(page, 'Share updated')
  await expect(dialog).toBeHidden()
}

function rowOf(page: Page, text: string): Locator {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader') })
    .filter({ hasText: text })
}

async function ledgerOf(story: Story, shareId: string): Promise<number[]> {
  const rows = await story.run<{ amount: number }>(
    'select amount from ledger where subject_id = $1 order by created_at, id',
    [shareId],
  )
  return rows.map(({ amount }) => amount)
}

async function totalOf(story: Story, username: string): Promise<number> {
  const [row] = await story.run<{ total: number; held: number }>(
    `select total_points as total, (select coalesce(sum(amount), 0)::int from ledger where user_id = users.id) as held
     from users where username = $1`,
    [username],
  )
  expect(row?.total).toBe(row?.held)
  return row?.total ?? 0
}
