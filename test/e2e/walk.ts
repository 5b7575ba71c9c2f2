import type { Page } from '@playwright/test'
import { mostStops, problemOfFocus } from './focus.ts'
import { expect } from './story.ts'

/** Fails unless Tab goes round on a screen of a member, and every stop shows its focus and is not covered. */
export async function expectWalkable(page: Page): Promise<void> {
  const names = await walkRound(page)
  expect(names).toContain('Skip to content')
  expect(names.filter((stop) => stop.startsWith('Profile menu of'))).toHaveLength(1)
}

/** Fails unless Tab stays inside of the open dialog, every stop shows its focus, and Escape gives it back. */
export async function expectDialogWalkable(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const isInside = () => dialog.evaluate((element) => element.contains(document.activeElement))
  expect(await isInside()).toBe(true)
  await walkRound(page, isInside)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveAttribute('aria-haspopup', 'dialog')
}

/**
 * Goes on with Tab until the focus is where it was first; every stop on the way must be seen to have it, and be one of
 * those that `isRight` allows. Answers what the stops are called.
 */
export async function walkRound(
  page: Page,
  isRight: () => Promise<boolean> = async () => true,
): Promise<string[]> {
  await page.keyboard.press('Tab')
  const first = await page.evaluateHandle(() => document.activeElement)
  const names: string[] = []
  for (let stop = 0; stop < mostStops; stop++) {
    const [name, problem] = await Promise.all([nameOfFocus(page), problemOfFocus(page)])
    expect(problem, 'a stop on the way').toBeNull()
    expect(await isRight(), `the stop at ${name}`).toBe(true)
    names.push(name)
    await page.keyboard.press('Tab')
    if (await first.evaluate((element) => element === document.activeElement)) return names
  }
  throw new Error(`Tab does not come back to ${names[0]} but ends with ${names.slice(-3).join(', ')}`)
}

function nameOfFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent.trim().slice(0, 40) ?? ''
  })
}
