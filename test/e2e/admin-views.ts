import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { insertFailedJobs } from './failed-jobs.ts'
import { insertWebhooks } from './outgoing-webhooks.ts'
import { keepListsShort } from './short-lists.ts'
import { blankPage, expect, type Story } from './story.ts'
import type { View } from './views.ts'

const administrator = 'marta.oliveira'
const title = 'Admin Panel · Ovation'

interface Tab {
  /** What stands for it in the address. */
  readonly tab: string
  /** Fails until everything of it is there. */
  readonly settle: (page: Page) => Promise<void>
}

const tabs = {
  users: { tab: 'users', settle: (page) => expect(row(page, 'Users')).toBeVisible() },
  'social feed': {
    tab: 'social-feed',
    settle: async (page) => {
      await expect(row(page, 'Social feed posts')).toBeVisible()
      await expect(row(page, 'Social shares')).toBeVisible()
    },
  },
  analytics: {
    tab: 'analytics',
    settle: async (page) => {
      await expect(page.getByRole('heading', { name: 'Platform Distribution' })).toBeVisible()
      await expect(page.getByText('Show as a table').first()).toBeVisible()
      await expect(row(page, 'Posts and their reach')).toBeVisible()
    },
  },
  contests: {
    tab: 'contests',
    settle: async (page) => {
      await expect(row(page, 'Monthly contests')).toBeVisible()
      await expect(row(page, 'Quests').or(page.getByText('No quests', { exact: true }))).toBeVisible()
    },
  },
  slack: {
    tab: 'slack',
    settle: (page) => expect(page.getByRole('button', { name: 'Send Instructions' })).toBeVisible(),
  },
  automation: {
    tab: 'automation',
    settle: async (page) => {
      await expect(page.getByRole('switch').first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Rotate Secret' })).toBeVisible()
    },
  },
  webhooks: {
    tab: 'webhooks',
    settle: async (page) => {
      await expect(row(page, 'Deliveries').or(page.getByText('No deliveries yet'))).toBeVisible()
      await expect(row(page, 'Receivers').or(page.getByText('No outgoing webhooks'))).toBeVisible()
    },
  },
  settings: {
    tab: 'settings',
    settle: async (page) => {
      await expect(row(page, 'Audit trail')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Make link' })).toBeVisible()
      await expect(page.getByRole('switch', { name: 'Back up every night' })).toBeVisible()
      await expect(page.getByRole('term').filter({ hasText: 'Last verification' })).toBeVisible()
    },
  },
} as const satisfies Record<string, Tab>

type TabName = keyof typeof tabs

/** The eight tabs of the admin panel. */
const tabViews: readonly View[] = Object.keys(tabs).map((name) => ({
  name: `admin ${name}`,
  title,
  isOfAdmin: true,
  open: (story) => openTab(story, name as TabName),
}))

/** The tabs, and the lists that one of them has besides the first. */
export const adminViews: readonly View[] = [
  ...tabViews,
  {
    name: 'admin scheduled posts',
    title,
    isOfAdmin: true,
    open: (story) => openPostList(story, /^Scheduled/),
  },
  {
    name: 'admin deleted posts',
    title,
    isOfAdmin: true,
    open: (story) => openPostList(story, /^Deleted/),
  },
  { name: 'admin outgoing webhooks', title, isOfAdmin: true, open: openWebhooks },
  { name: 'admin failed jobs', title, isOfAdmin: true, open: openFailedJobs },
]

/** The tab of the webhooks with an active one and a paused one, both with deliveries. */
async function openWebhooks(story: Story): Promise<Page> {
  await insertWebhooks(story)
  return openTab(story, 'webhooks')
}

/** The tab of the settings with background jobs that failed for good. */
async function openFailedJobs(story: Story): Promise<Page> {
  await insertFailedJobs(story, [
    { queue: 'contests.close', reason: 'the connection to the database was lost', tries: 6 },
    { queue: 'backups.write', reason: 'no space left on device', tries: 3 },
  ])
  const page = await openTab(story, 'settings')
  await expect(row(page, 'Failed jobs')).toBeVisible()
  return page
}

async function openPostList(story: Story, view: RegExp): Promise<Page> {
  const { deps } = story.sandbox.server
  const at = new Date(story.clock.now().getTime() + 86_400_000)
  await insertPost(deps, { authorName: 'Harbour Team', at, isScheduled: true })
  await insertPost(deps, { authorName: 'Harbour Team', isDeleted: true })
  deps.live.announce({ topics: ['posts'] })
  const page = await openTab(story, 'social feed')
  await page.getByRole('group', { name: 'Which posts' }).getByRole('button', { name: view }).click()
  await expect(page.getByRole('rowheader', { name: 'Harbour Team' }).first()).toBeVisible()
  return page
}

/** What lies over the admin panel. */
export const adminOverViews: readonly View[] = [
  over('admin role list', 'menu', 'users', async (page) => {
    await page
      .getByRole('button', { name: /^Role of / })
      .first()
      .click()
    await expect(page.getByRole('listbox')).toBeVisible()
  }),
  over('admin user menu', 'menu', 'users', async (page) => {
    await openUserMenu(page)
    await expect(page.getByRole('menuitem', { name: 'Disable' })).toBeVisible()
  }),
  over('admin user disabling', 'dialog', 'users', async (page) => {
    await openUserMenu(page)
    await page.getByRole('menuitem', { name: 'Disable' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  }),
  over('admin points correction', 'dialog', 'users', async (page) => {
    await openUserMenu(page)
    await page.getByRole('menuitem', { name: 'Correct points' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Correct Points' }).click()
    await expect(dialog.getByText('Reason is required')).toBeVisible()
  }),
  over('admin post dialog', 'dialog', 'social feed', async (page) => {
    await page.getByRole('button', { name: 'Add Manual Post' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Create Post' }).click()
    await expect(dialog.getByText('Content is required')).toBeVisible()
  }),
  over('admin post edit', 'dialog', 'social feed', async (page) => {
    await page
      .getByRole('button', { name: /^Edit post by/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByLabel('Author name')).toBeVisible()
  }),
  over('admin posts deletion', 'dialog', 'social feed', async (page) => {
    await page
      .getByRole('checkbox', { name: /^Select post by/ })
      .first()
      .check()
    await page.getByRole('button', { name: /^Delete Selected/ }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  }),
  {
    name: 'admin waiting post edit',
    title,
    over: 'dialog',
    isOfAdmin: true,
    open: async (story) => {
      const page = await openPostList(story, /^Scheduled/)
      await page.getByRole('button', { name: 'Edit post by Harbour Team' }).first().click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Publish now' })).toBeVisible()
      return page
    },
  },
  over('admin share edit', 'dialog', 'social feed', async (page) => {
    await page
      .getByRole('button', { name: /^Edit share/ })
      .first()
      .click()
    await expect(page.getByRole('dialog').getByLabel('Points')).toBeVisible()
  }),
  over('admin contest dialog', 'dialog', 'contests', async (page) => {
    await page.getByRole('button', { name: 'Create Contest' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Title').fill('')
    await dialog.getByRole('button', { name: 'Create Contest' }).click()
    await expect(dialog.getByText('Title is required')).toBeVisible()
  }),
  over('admin emergency link', undefined, 'settings', async (page) => {
    const form = page.getByRole('form', { name: 'Invite an emergency administrator' })
    await form.getByLabel('Email').fill('keeper@brightwater.example')
    await form.getByRole('button', { name: 'Make link' }).click()
    await expect(page.getByRole('group', { name: /^Link for / })).toBeFocused()
  }),
  {
    name: 'admin failed job discarding',
    title,
    over: 'dialog',
    isOfAdmin: true,
    open: async (story) => {
      const page = await openFailedJobs(story)
      // A phone shows the buttons of a row once the row is open.
      const more = page.getByRole('button', { name: 'More about Write a backup' }).first()
      if (await more.isVisible()) await more.click()
      await page.getByRole('button', { name: 'Discard: Write a backup' }).first().click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
      return page
    },
  },
  over('admin webhook dialog', 'dialog', 'webhooks', async (page) => {
    await page.getByRole('button', { name: 'Add Webhook' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Add Webhook' }).click()
    await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  }),
  {
    name: 'admin webhook secret',
    title,
    over: 'dialog',
    isOfAdmin: true,
    open: async (story) => {
      const page = await openTab(story, 'webhooks')
      await page.getByRole('button', { name: 'Add Webhook' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Address').fill(story.sandbox.catchHook.url)
      await dialog.getByLabel('Post added').check()
      await dialog.getByRole('button', { name: 'Add Webhook' }).click()
      await expect(dialog.getByRole('group', { name: /^Secret for / })).toBeFocused()
      return page
    },
  },
  {
    name: 'admin webhook deletion',
    title,
    over: 'dialog',
    isOfAdmin: true,
    open: async (story) => {
      const page = await openWebhooks(story)
      const rows = page.getByRole('table', { name: 'Receivers' }).getByRole('row')
      await rows
        .last()
        .getByRole('button', { name: /^Delete / })
        .click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
      return page
    },
  },
  over('admin secret rotation', 'dialog', 'automation', async (page) => {
    await page.getByRole('button', { name: /^Rotate/ }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
  }),
]

/** The menu of a member who is not the administrator. */
async function openUserMenu(page: Page): Promise<void> {
  await page
    .getByRole('row')
    .filter({ hasText: '/go/' })
    .filter({ hasText: 'Member' })
    .first()
    .getByRole('button', { name: /^More for / })
    .click()
}

function over(
  name: string,
  kind: 'menu' | 'dialog' | undefined,
  tab: TabName,
  show: (page: Page) => Promise<void>,
): View {
  return {
    name,
    title,
    ...(kind && { over: kind }),
    isOfAdmin: true,
    open: async (story) => {
      const page = await openTab(story, tab)
      await show(page)
      return page
    },
  }
}

async function openTab(story: Story, name: TabName): Promise<Page> {
  const { tab, settle } = tabs[name]
  const page = await story.signIn(administrator, blankPage)
  await keepListsShort(page)
  await page.goto(`${paths.admin}?tab=${tab}`)
  await settle(page)
  return page
}

function row(page: Page, table: string) {
  return page.getByRole('table', { name: table }).getByRole('rowheader').first()
}
