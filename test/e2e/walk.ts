import type { Page } from '@playwright/test'
import { mostStops, type Stop, stopOn } from './focus.ts'
import { expect } from './story.ts'

/** Fails unless Tab goes round on a screen of a member, and every stop shows its focus and is not covered. */
export async function expectWalkable(page: Page): Promise<void> {
  const names = await walkRound(page)
  expect(names).toContain('Skip to content')
  expect(names.filter((stop) => /profile menu of/i.test(stop))).toHaveLength(1)
}

/** Fails unless Tab stays inside of the open dialog, every stop shows its focus, and Escape gives it back. */
export async function expectDialogWalkable(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveCount(1)
  expect((await stopOn(page, null)).isInDialog).toBe(true)
  await walkRound(page, ({ isInDialog }) => isInDialog)
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
  isRight: (stop: Stop) => boolean = () => true,
): Promise<string[]> {
  await page.keyboard.press('Tab')
  const first = await page.evaluateHandle(() => document.activeElement)
  const names: string[] = []
  for (let stop = await stopOn(page, first); names.length < mostStops; stop = await stopOn(page, first)) {
    if (names.length > 0 && stop.isThere) return names
    expect(stop.problem, 'a stop on the way').toBeNull()
    expect(isRight(stop), `the stop at ${stop.name}`).toBe(true)
    names.push(stop.name)
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not come back to ${names[0]} but ends with ${names.slice(-3).join(', ')}`)
}
