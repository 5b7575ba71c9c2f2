import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { brokenCalls } from './faults.ts'
import { expectAccessibleInBothThemes, expectOneFilledButton, expectToFit } from './screen-checks.ts'
import { expect, expectToast, nameOf, personOf, type Story, test, usernameOf } from './story.ts'

const admin = 'marta.oliveira'
const leaver = 'zoe.brandt'
const reader = 'tomasz.wojcik'
const narrow = { width: 360, height: 800 }
const wide = { width: 1280, height: 800 }

test('whoever is disabled leaves the open windows of others, is signed out at once and cannot come in until enabled', {
  tag: ['@leavers-menu', '@leavers-signed-out', '@leavers-lists', '@leavers-live', '@leavers-listed'],
}, async ({ story }) => {
  // Calls that were under way when the session ended are refused.
  story.faults.permit(brokenCalls)
  const name = nameOf(story, leaver)
  const own = await story.signIn(leaver)
  const other = await story.signIn(reader)
  const onBoard = other.getByRole('list', { name: 'Team leaderboard' }).getByText(name, { exact: true })
  await makeFirst(story, leaver)
  await other.reload()
  await expect(onBoard.first()).toBeVisible()
  const page = await story.signIn(admin, '/admin?tab=users')

  await choose(page, name, 'Disable')
  const dialog = page.getByRole('dialog', { name: 'Disable Member' })
  await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectFineEverywhere(page)
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await expectToast(page, 'Member disabled', name)
  await expect(rowOf(page, name)).toHaveCount(0)
  await expect(page.locator('tr[data-row]:focus')).toHaveCount(1)

  await expect(onBoard).toHaveCount(0)
  await expect(own.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
  await own.getByRole('button', { name: 'Continue with Slack' }).click()
  await own.getByRole('button', { name: personOf(story, leaver).name }).click()
  await expect(own.getByRole('heading', { level: 1, name: 'Welcome to Ovation' })).toBeVisible()
  await expect(own.getByRole('heading', { level: 1, name: 'Dashboard' })).toHaveCount(0)

  await page
    .getByRole('group', { name: 'Users shown' })
    .getByRole('button', { name: /^Disabled/ })
    .click()
  await expect(rowOf(page, name)).toContainText('Disabled')
  await expect(rowOf(page, name).getByRole('button', { name: /^Role of / })).toHaveCount(0)
  await choose(page, name, 'Enable')
  const question = page.getByRole('dialog', { name: 'Enable Member' })
  await expect(question.getByText(name, { exact: true })).toBeVisible()
  await expectFineEverywhere(page)
  await question.getByRole('button', { name: 'Enable' }).click()
  await expectToast(page, 'Member enabled', name)
  await expect(page.getByText('No disabled users')).toBeVisible()
  await expect(onBoard.first()).toBeVisible()
  await own.getByRole('button', { name: 'Continue with Slack' }).click()
  await own.getByRole('button', { name: personOf(story, leaver).name }).click()
  await expect(own.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
})

test('signing out everywhere ends the open windows of a member, who can sign in again', {
  tag: ['@leavers-menu'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const handle = 'kenji.watanabe'
  const name = nameOf(story, handle)
  const own = await story.signInAfresh(handle)
  const page = await story.signIn(admin, '/admin?tab=users')
  await choose(page, name, 'Sign out everywhere')
  const dialog = page.getByRole('dialog', { name: 'Sign Out Everywhere' })
  await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, name).getByRole('button', { name: /^More for / })).toBeFocused()
  await choose(page, name, 'Sign out everywhere')
  await dialog.getByRole('button', { name: 'Sign Out' }).click()
  await expect(dialog).toBeHidden()
  await expect(own.getByRole('button', { name: 'Continue with Slack' })).toBeVisible()
  await own.getByRole('button', { name: 'Continue with Slack' }).click()
  await own.getByRole('button', { name: personOf(story, handle).name }).click()
  await expect(own.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeAttached()
})

test('a member whom the chat disabled is marked so, and nobody can disable themselves', {
  tag: ['@leavers-listed', '@leavers-last-admin'],
}, async ({ story }) => {
  await story.run(`update users set disabled_at = $2, disabled_by = 'chat' where username = $1`, [
    usernameOf(story, 'liam.oconnor'),
    story.clock.now().toISOString(),
  ])
  const page = await story.signIn(admin, '/admin?tab=users')
  await menuOf(page, nameOf(story, admin)).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out everywhere' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Disable' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page
    .getByRole('group', { name: 'Users shown' })
    .getByRole('button', { name: /^Disabled/ })
    .click()
  await expect(rowOf(page, nameOf(story, 'liam.oconnor'))).toContainText('Disabled by the chat')
})

test('points are corrected with a reason, and what is wrong is said at its field', {
  tag: ['@correct-points', '@correct-statement'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const handle = 'priya.raghavan'
  const name = nameOf(story, handle)
  const pointsOf = async () => {
    const [row] = await story.run<{ points: number }>(
      'select total_points as points from users where username = $1',
      [usernameOf(story, handle)],
    )
    return row?.points ?? 0
  }
  const before = await pointsOf()
  const page = await story.signIn(admin, '/admin?tab=users')
  await choose(page, name, 'Correct points')
  const dialog = page.getByRole('dialog', { name: 'Correct Points' })
  const [amount, reason] = [dialog.getByLabel('Points'), dialog.getByLabel('Reason')]
  await expect(amount).toBeFocused()
  await dialog.getByRole('button', { name: 'Correct Points' }).click()
  await expect(dialog.getByText('Reason is required')).toBeVisible()
  await expect(dialog.getByText(/^Must be a whole number/)).toBeVisible()
  await expectFineEverywhere(page)
  await amount.fill('−100000')
  await reason.fill('Counted twice by mistake')
  await dialog.getByRole('button', { name: 'Correct Points' }).click()
  await expect(dialog.getByText(new RegExp(`at most ${before} can be taken`))).toBeVisible()
  expect(await pointsOf()).toBe(before)
  await amount.fill('−5')
  await dialog.getByRole('button', { name: 'Correct Points' }).click()
  const left = (before - 5).toLocaleString('en-US')
  await expectToast(page, 'Points corrected', `${name} now has ${left} points.`)
  await expect(dialog).toBeHidden()
  await expect(rowOf(page, name)).toContainText(`${left} points`)
  expect(await pointsOf()).toBe(before - 5)

  await choose(page, name, 'Statement')
  const statement = page.getByRole('dialog', { name: new RegExp(name) })
  await expect(statement.getByText('Counted twice by mistake').first()).toBeVisible()
})

test('on a phone the menu is there once the row is open', { tag: ['@leavers-menu'] }, async ({ story }) => {
  const page = await story.signIn(admin, paths.dashboard)
  await page.setViewportSize(narrow)
  await page.goto('/admin?tab=users')
  const name = nameOf(story, 'hana.novakova')
  await expect(menuOf(page, name)).toBeHidden()
  await rowOf(page, name)
    .getByRole('button', { name: `More about ${name}` })
    .click()
  await choose(page, name, 'Correct points')
  await expect(page.getByRole('dialog', { name: 'Correct Points' })).toBeVisible()
})

function rowOf(page: Page, name: string) {
  return page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
}

function menuOf(page: Page, name: string) {
  return rowOf(page, name).getByRole('button', { name: `More for ${name}` })
}

async function choose(page: Page, name: string, act: string): Promise<void> {
  await menuOf(page, name).click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

/** The open dialog in both themes, on a wide and on a narrow window. */
async function expectFineEverywhere(page: Page): Promise<void> {
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    await expectAccessibleInBothThemes(page, '[role=dialog]')
    await expectToFit(page)
    await expectOneFilledButton(page, `at ${size.width} pixels`)
  }
}

/** Makes them the first of the board, where everybody sees them. */
async function makeFirst(story: Story, handle: string): Promise<void> {
  await story.run(
    'update users set total_points = (select max(total_points) + 100 from users) where username = $1',
    [usernameOf(story, handle)],
  )
  story.sandbox.server.deps.live.announce({ topics: ['totals'] })
}
