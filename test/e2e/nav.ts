import { expect, type Locator, type Page } from '@playwright/test'

export type BarScreen = 'Dashboard' | 'Social Feed' | 'Monthly Contests' | 'Admin'

export function barLink(page: Page, screen: BarScreen): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true })
}

/** The button at the foot of a narrow window that opens all links and the member's own menu. */
export function meButton(page: Page): Locator {
  return page.getByRole('button', { name: /^Me, profile menu of/ })
}

/** Goes to a screen by the bar, through the menu where there is one; its heading (`title`) then has the focus. */
export async function openScreen(page: Page, screen: BarScreen, title: string = screen): Promise<void> {
  const menu = meButton(page)
  if (await menu.isVisible()) await menu.click()
  await barLink(page, screen).click()
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()
}

/** Follows an entry of the member's own menu: at the top of a wide window, at the foot of a narrow one. */
export async function chooseOwn(page: Page, entry: 'View Profile' | 'Logout'): Promise<void> {
  const own = page.getByRole('button', { name: /^Profile menu of/ })
  await own.or(meButton(page)).filter({ visible: true }).click()
  const role = entry === 'Logout' ? 'button' : 'link'
  await page
    .getByRole('menuitem', { name: entry })
    .or(page.getByRole(role, { name: entry }))
    .click()
}
