import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { newSessionSecret } from '#server/access/session.ts'
import { insertChampion, monthsAgo } from './champions.ts'
import { meButton } from './nav.ts'
import { keepListsShort } from './short-lists.ts'
import { blankPage, expect, type Story, usernameOf } from './story.ts'

/** A screen, or what lies over one, as a reader comes to it. */
export interface View {
  readonly name: string
  readonly title: string
  /** Where only some windows show it. */
  readonly windows?: 'narrow'
  /** What lies over the screen, and what becomes of the focus there. A menu lets it go on; a dialog keeps it. */
  readonly over?: 'menu' | 'dialog'
  /** Of a long list only what the window shows is drawn, and pictured. */
  readonly isEndless?: boolean
  /** Whether it is a part of the admin panel. */
  readonly isOfAdmin?: boolean
  /** Answers when everything of it is there. */
  readonly open: (story: Story) => Promise<Page>
}

const member = 'zoe.brandt'
const administrator = 'marta.oliveira'
const tokenHolder = administrator

const publicViews: readonly View[] = [
  { name: 'login', title: 'Sign in · Ovation', open: (story) => story.openWindow(paths.login) },
  {
    name: 'login with an error',
    title: 'Sign in · Ovation',
    open: async (story) => {
      const page = await story.openWindow(`${paths.login}?error=state_expired`)
      await expect(page.getByText('Sign-in Error', { exact: true })).toBeVisible()
      return page
    },
  },
  {
    name: 'emergency sign-in',
    title: 'Emergency Admin Access · Ovation',
    open: async (story) => {
      const page = await story.openWindow(paths.adminLogin)
      await page.getByRole('button', { name: 'Emergency Access', exact: true }).click()
      await expect(page.getByText('Missing information', { exact: true })).toBeVisible()
      return page
    },
  },
  {
    name: 'invitation',
    title: 'Set your password · Ovation',
    open: async (story) => {
      const page = await story.openWindow(await insertInvitation(story))
      await page.getByRole('button', { name: 'Set password' }).click()
      await expect(page.getByText('Password is required')).toBeVisible()
      return page
    },
  },
  {
    name: 'invitation that is over',
    title: 'Link not valid · Ovation',
    open: async (story) => {
      const page = await story.openWindow(`${paths.adminInvitation}#expired-long-ago`)
      await expect(page.getByRole('link', { name: 'Go to sign-in' })).toBeVisible()
      return page
    },
  },
  {
    name: 'access denied to nobody',
    title: 'Access Denied · Ovation',
    open: async (story) => {
      const page = await story.openWindow(paths.admin)
      await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible()
      return page
    },
  },
  { name: 'not found', title: 'Page Not Found · Ovation', open: (story) => story.openWindow('/nowhere') },
]

/** Screens of a member without anything over them. */
export const memberViews: readonly View[] = [
  { name: 'dashboard', title: 'Dashboard · Ovation', open: openDashboard },
  {
    name: 'social feed',
    title: 'Social Feed · Ovation',
    open: async (story) => {
      const page = await openFeed(story)
      await page.getByRole('button', { name: 'Show more' }).first().click()
      const undo = page.getByRole('button', { name: /^Undo/ })
      const reports = page.getByRole('button', { name: /^I (liked|commented|shared) \+/ })
      // The stories of one file report as the same member; one report is enough for all of them.
      if ((await undo.count()) === 0) await reports.first().click()
      await expect(undo.first()).toBeVisible()
      return page
    },
  },
  {
    name: 'monthly contests',
    title: 'Monthly Contests · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, paths.monthlyContests)
      await expect(page.getByRole('list', { name: 'Team standings' })).toBeVisible()
      return page
    },
  },
  {
    name: 'past champions',
    title: 'Monthly Contests · Ovation',
    open: async (story) => {
      await insertChampions(story)
      const page = await story.signIn(member, `${paths.monthlyContests}?tab=past`)
      await expect(page.getByRole('list', { name: 'Past champions' })).toBeVisible()
      return page
    },
  },
  {
    name: 'annual winners',
    title: 'Monthly Contests · Ovation',
    open: async (story) => {
      await insertChampions(story)
      const page = await story.signIn(member, `${paths.monthlyContests}?tab=annual`)
      await expect(page.getByRole('list', { name: 'Annual winners' })).toBeVisible()
      return page
    },
  },
  {
    name: 'monthly contest',
    title: 'Monthly Contest · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, paths.monthlyContest)
      await expect(page.getByRole('list', { name: 'Team standings' })).toBeVisible()
      return page
    },
  },
  {
    name: 'leaderboard',
    title: 'Team Leaderboard · Ovation',
    open: async (story) => {
      const page = await openScreen(story, paths.leaderboard)
      const rows = page.getByRole('list', { name: 'All members by rank' })
      await expect(rows.getByRole('listitem').first()).toBeVisible()
      await expect(page.getByRole('list', { name: 'Around you' })).toBeVisible()
      return page
    },
  },
  {
    name: 'profile',
    title: 'Profile · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, paths.profile)
      await expect(page.getByLabel('Your link')).toBeVisible()
      await expect(page.getByText('No social accounts yet')).toBeVisible()
      await expect(page.getByRole('list', { name: 'Your sessions' })).toBeVisible()
      await expect(page.getByText('No access tokens yet')).toBeVisible()
      return page
    },
  },
  {
    name: 'profile tokens',
    title: 'Profile · Ovation',
    open: async (story) => {
      await insertTokens(story)
      const page = await story.signIn(tokenHolder, paths.profile)
      const tokens = page.getByRole('list', { name: 'Your access tokens' })
      await expect(tokens.getByText('Expired')).toBeVisible()
      return page
    },
  },
  {
    name: 'profile achievements',
    title: 'Profile · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, `${paths.profile}?tab=achievements`)
      await expect(page.getByRole('list', { name: 'Recent badges' })).toBeVisible()
      return page
    },
  },
  {
    name: 'profile activity',
    title: 'Profile · Ovation',
    open: async (story) => {
      const page = await openScreen(story, `${paths.profile}?tab=activity`)
      await expect(page.getByRole('list', { name: 'Your recent activity' })).toBeVisible()
      return page
    },
  },
  { name: 'points rules', title: 'Points Configuration · Ovation', open: openRules },
  {
    name: 'access denied',
    title: 'Access Denied · Ovation',
    open: async (story) => {
      const page = await story.signIn(member, paths.admin)
      await expect(page.getByRole('link', { name: 'Return to Dashboard' })).toBeVisible()
      return page
    },
  },
]

/** What lies over a screen: menus and dialogs. */
export const overViews: readonly View[] = [
  {
    name: 'mobile menu',
    title: 'Dashboard · Ovation',
    windows: 'narrow',
    over: 'menu',
    open: async (story) => {
      const page = await openDashboard(story)
      await meButton(page).click()
      await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible()
      return page
    },
  },
  {
    name: 'profile menu',
    title: 'Dashboard · Ovation',
    over: 'menu',
    open: async (story) => {
      const page = await openDashboard(story)
      await page.getByRole('button', { name: /^Profile menu of/ }).click()
      await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
      return page
    },
  },
  {
    name: 'notifications',
    title: 'Dashboard · Ovation',
    over: 'dialog',
    open: async (story) => {
      const page = await openDashboard(story)
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      return page
    },
  },
  {
    name: 'all streaks',
    title: 'Dashboard · Ovation',
    over: 'dialog',
    open: async (story) => {
      const page = await story.signIn(member, paths.dashboard)
      await page.getByRole('button', { name: /^All streaks/ }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      return page
    },
  },
  {
    name: 'all activity',
    title: 'Dashboard · Ovation',
    over: 'dialog',
    open: async (story) => {
      const page = await openDashboard(story)
      await page.getByRole('button', { name: 'View All Activity' }).click()
      await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible()
      return page
    },
  },
  {
    name: 'share dialog',
    title: 'Social Feed · Ovation',
    over: 'dialog',
    open: async (story) => {
      const page = await openFeed(story)
      await page.getByRole('button', { name: 'Report your own post' }).click()
      await expect(page.getByRole('dialog').getByLabel('Platform')).toBeFocused()
      return page
    },
  },
  {
    name: 'new token dialog',
    title: 'Profile · Ovation',
    over: 'dialog',
    open: async (story) => {
      const dialog = await openTokenForm(story)
      await dialog.getByRole('button', { name: 'Make token' }).click()
      await expect(dialog.getByText('Name is required')).toBeVisible()
      return dialog.page()
    },
  },
  {
    name: 'made token',
    title: 'Profile · Ovation',
    over: 'dialog',
    open: async (story) => {
      const dialog = await openTokenForm(story)
      await dialog.getByLabel('Name').fill('Weekly figures')
      await dialog.getByRole('button', { name: 'Make token' }).click()
      await expect(dialog.page().getByLabel('Access token', { exact: true })).toBeVisible()
      return dialog.page()
    },
  },
  {
    name: 'points rule dialog',
    title: 'Points Configuration · Ovation',
    over: 'dialog',
    open: async (story) => {
      const page = await openRules(story)
      await page.getByRole('button', { name: 'Add Configuration' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Bonus type').selectOption('Streak')
      await dialog.getByLabel('Multiplier (percent)').fill('0')
      await dialog.getByRole('button', { name: 'Create Configuration' }).click()
      await expect(dialog.getByText('Action type is required')).toBeVisible()
      return page
    },
  },
  {
    name: 'points rule deletion',
    title: 'Points Configuration · Ovation',
    over: 'dialog',
    open: async (story) => {
      const page = await openRules(story)
      await page
        .getByRole('button', { name: /^Delete/ })
        .first()
        .click()
      await expect(page.getByRole('dialog').getByRole('button', { name: 'Cancel' })).toBeFocused()
      return page
    },
  },
]

/** Comes last wherever it is used: its champion is told to every member from then on. */
const championView: View = {
  name: 'champion banner',
  title: 'Dashboard · Ovation',
  open: async (story) => {
    await insertLatestChampion(story)
    const page = await openDashboard(story)
    await expect(page.getByRole('region', { name: / won / })).toBeVisible()
    return page
  },
}

/** Every view, in an order in which none disturbs the next. */
/** What everybody sees. */
export const views: readonly View[] = [...publicViews, ...memberViews, championView]

/** The path of a link for an emergency administrator, which somebody made directly. */
async function insertInvitation(story: Story): Promise<string> {
  const { value, hash } = newSessionSecret()
  const now = story.clock.now().getTime()
  await story.run(
    `insert into emergency_invitations (id, email, secret_hash, invited_by, created_at, expires_at)
     select gen_random_uuid(), $1, $2, id, $3::timestamptz, $4::timestamptz from users
     where role = 'admin' order by created_at, id limit 1`,
    [
      'keeper@brightwater.example',
      hash,
      new Date(now).toISOString(),
      new Date(now + 3_600_000).toISOString(),
    ],
  )
  return `${paths.adminInvitation}#${value}`
}

/** A token that works and one that has expired. */
async function insertTokens(story: Story): Promise<void> {
  await story.run(
    `insert into access_tokens (id, user_id, name, scopes, token_hash, created_at, expires_at, last_used_at)
     select gen_random_uuid(), users.id, made.name, made.scopes, made.name, $2::timestamptz - interval '9 days',
       $2::timestamptz + made.kept, $2::timestamptz - interval '2 days' from users, (values
         ('Weekly figures for the newsletter', '{read}'::text[], interval '81 days'),
         ('Deploy', '{read,report,admin}'::text[], interval '-2 days')) as made (name, scopes, kept)
     where username = $1 on conflict (token_hash) do nothing`,
    [usernameOf(story, tokenHolder), story.clock.now().toISOString()],
  )
}

async function openTokenForm(story: Story) {
  const page = await story.signIn(tokenHolder, paths.profile)
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Name')).toBeFocused()
  return dialog
}

async function openDashboard(story: Story): Promise<Page> {
  const page = await openScreen(story, paths.dashboard)
  await expect(page.getByRole('article').first()).toBeVisible()
  const applaud = page.getByRole('button', { name: /^Applaud / }).first()
  if ((await applaud.getAttribute('aria-pressed')) === 'false') await applaud.click()
  await expect(applaud).toHaveAccessibleName(/, \d+ so far$/)
  await expect(page.getByRole('link', { name: /^View Full Leaderboard/ })).toBeVisible()
  return page
}

async function openFeed(story: Story): Promise<Page> {
  const page = await openScreen(story, paths.socialFeed)
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.getByRole('group', { name: 'Your latest reports' })).toBeVisible()
  return page
}

async function openScreen(story: Story, path: string): Promise<Page> {
  const page = await story.signIn(member, blankPage)
  await keepListsShort(page)
  await page.goto(path)
  return page
}

async function openRules(story: Story): Promise<Page> {
  const page = await story.signIn(administrator, paths.adminPoints)
  await expect(page.getByRole('article').first()).toBeVisible()
  return page
}

/** Champions of months that are no news any more. */
async function insertChampions(story: Story): Promise<void> {
  await insertChampion(story, 'priya.raghavan', monthsAgo(story, 2))
  await insertChampion(story, member, monthsAgo(story, 3))
  await insertChampion(story, 'tomasz.wojcik', monthsAgo(story, 14))
}

/** Names a champion of the present month, who is news whatever the day. */
async function insertLatestChampion(story: Story): Promise<void> {
  const { year, month } = monthsAgo(story, 0)
  await story.run(
    `insert into monthly_winners (id, contest_id, user_id, year, month, start_date, end_date, points, shares,
       engagements, recorded_at)
     select gen_random_uuid(), contests.id, users.id, $1::int, $2::int, contests.start_date, contests.end_date, 1275,
       14, 61, $4::timestamptz from contests, users
     where contests.id not in (select contest_id from monthly_winners) and username = $3
       and not exists (select from monthly_winners where (year, month) = ($1::int, $2::int)) limit 1`,
    [year, month, usernameOf(story, 'priya.raghavan'), story.clock.now().toISOString()],
  )
  story.sandbox.server.deps.live.announce({ topics: ['contests'] })
}
