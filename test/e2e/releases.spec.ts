import { paths } from '#contract/paths.ts'
import { brokenCalls } from './faults.ts'
import { blankPage, expect, expectToast, test } from './story.ts'

const admin = 'marta.oliveira'
/** What the boundary of the screens logs. */
const notLoaded = /^logged: TypeError: Failed to fetch dynamically imported module/

test('a form whose check cannot be loaded says so, keeps what was typed, and saves once it can', {
  tag: ['@form-check-missing'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin, paths.adminPoints)
  await page.route('**/assets/*.schema-*', (route) => route.abort())
  await page.getByRole('button', { name: 'Add Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Points Configuration' })
  await dialog.getByLabel('Action type').selectOption('Link click')
  await dialog.getByLabel('Description').fill('For a link that was clicked')
  await dialog.getByRole('button', { name: 'Create Configuration' }).click()
  const said =
    'The check of this form could not be loaded, so nothing was sent. What you typed is still here.'
  await expect(dialog.getByText(said)).toContainText('Check your connection and try again.')
  await expectToast(page, 'Error creating configuration')
  await expect(dialog.getByLabel('Description')).toHaveValue('For a link that was clicked')

  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Create Configuration' }).click()
  await expectToast(page, 'Configuration created')
  await expect(page.getByText('For a link that was clicked')).toBeVisible()
})

test('a dialog and a tab whose script cannot be loaded say so, and open once it can', {
  tag: ['@lazy-retry'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin, '/admin?tab=social-feed')
  await expect(page.getByRole('button', { name: 'Add Manual Post' })).toBeVisible()
  await page.route(/\/assets\/(add-post-dialog|contests-tab)-/, (route) => route.abort())
  await page.getByRole('button', { name: 'Add Manual Post' }).click()
  await expectToast(page, 'This could not be opened', 'Check your connection and try again.')
  await page.getByRole('tab', { name: 'Monthly Contests' }).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The monthly contests could not be loaded.')

  await page.unrouteAll()
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Create Contest' })).toBeVisible()
  await page.getByRole('tab', { name: 'Social Feed' }).click()
  await page.getByRole('button', { name: 'Add Manual Post' }).click()
  await expect(page.getByRole('dialog', { name: 'Add Manual Social Post' })).toBeVisible()
})

test('a style sheet that cannot be loaded is requested again for the next part that needs it', {
  tag: ['@lazy-retry'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('tomasz.wojcik', blankPage)
  await page.route('**/assets/later-styles-*.css', (route) => route.abort(), { times: 1 })
  await page.goto(paths.dashboard)
  await expect(page.getByRole('region', { name: 'Recent Activity' }).getByRole('listitem')).toHaveCount(6)
  // A browser also lists a sheet that has failed, and then does not show its rules.
  const areThere = await page.evaluate(() =>
    [...document.styleSheets]
      .filter(({ href }) => href?.includes('/assets/later-styles-'))
      .map((sheet) => {
        try {
          return sheet.cssRules.length > 0
        } catch {
          return false
        }
      }),
  )
  expect(areThere).toEqual([true])
})

test('a screen that a newer release has replaced loads the page anew, once', {
  tag: ['@lazy-release', '@f-19'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  story.faults.permit(notLoaded)
  const page = await story.signIn('tomasz.wojcik')
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible()
  await page.waitForLoadState('load')
  // The server of the newer release: its page names other scripts, and the old ones are gone.
  await page.route(/\/assets\/profile-[^m]/, (route) => route.fulfill({ status: 404, body: 'Not found' }))
  await page.route(
    (url) => url.pathname === '/',
    (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script type="module" src="/assets/new.js">' }),
  )
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.getByRole('button', { name: /^Profile menu of/ }).click()
  const reloaded = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: 'View Profile' }).click()
  await reloaded
  // The script stays gone: it does not go on loading, and says what helps.
  await expect(page.getByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
  expect(loads).toBe(1)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Reload' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('a screen whose script cannot be reached does not load the page anew', {
  tag: ['@lazy-release'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  story.faults.permit(notLoaded)
  const page = await story.signIn('tomasz.wojcik')
  await page.route(/\/assets\/monthly-contests-/, (route) => route.abort())
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.getByRole('link', { name: 'View Monthly Contests' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'This screen could not be shown' })).toBeVisible()
  expect(loads).toBe(0)
})
