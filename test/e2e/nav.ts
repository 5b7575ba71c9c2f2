import { expect, type Locator, type Page } from '@playwright/test'

export type BarScreen = 'Dashboard' | 'Social Feed' | 'Monthly Contests' | 'Admin'

export function barLink(page: Page, screen: BarScreen): Locator {
  return page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: screen, exact: true })
}

/** Goes to a screen by the bar, through the menu where there is one; its heading (`title`) then has the focus. */
export async function openScreen(page: Page, screen: BarScreen, title: string = screen): Promise<void> {
  const menu = page.getByRole('button', { name: 'Menu', exact: true })
  if (await menu.isVisible()) await menu.click()
  await barLink(page, screen).click()
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused()
}
