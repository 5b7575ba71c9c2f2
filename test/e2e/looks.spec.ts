import { brokenCalls } from './faults.ts'
import { tellLooks } from './looks.ts'
import { isDark } from './screen-checks.ts'
import { expect, test } from './story.ts'
import { views } from './views.ts'

tellLooks(views)

test('the chosen theme is remembered, and is applied before the screens’ scripts run', async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn('zoe.brandt')
  await page.emulateMedia({ colorScheme: 'light' })
  const theme = page.getByRole('group', { name: 'Theme' })
  const openMenu = () => page.getByRole('button', { name: /^Profile menu of/ }).click()
  await openMenu()
  await expect(theme.getByRole('menuitemradio', { name: 'System' })).toBeChecked()
  expect(await isDark(page)).toBe(false)
  await theme.getByRole('menuitemradio', { name: 'Dark' }).click()
  await expect.poll(() => isDark(page)).toBe(true)
  await page.reload()
  await openMenu()
  await expect(theme.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked()
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await isDark(page)).toBe(true)
  await page.unrouteAll()
  await page.reload()
  await openMenu()
  await theme.getByRole('menuitemradio', { name: 'System' }).click()
  await expect.poll(() => isDark(page)).toBe(false)
})
