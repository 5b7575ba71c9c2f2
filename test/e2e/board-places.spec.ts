import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { reportAs } from './reports.ts'
import { expectAccessibleInBothThemes, expectOneFilledButton, expectToFit } from './screen-checks.ts'
import { expect, expectToast, nameOf, test } from './story.ts'

const admin = 'marta.oliveira'
const outsider = 'zoe.brandt'
const narrow = { width: 360, height: 800 }
const wide = { width: 1280, height: 800 }
const said = 'You are left out of boards.'

const rowOf = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })

async function choose(page: Page, name: string, act: string): Promise<void> {
  await rowOf(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
}

async function expectFineEverywhere(page: Page): Promise<void> {
  for (const size of [narrow, wide]) {
    await page.setViewportSize(size)
    await expectToFit(page)
  }
  await expectAccessibleInBothThemes(page)
}

test('a member is left out of boards, reads so, earns all the same, and gets the place back', {
  tag: ['@board-left-out', '@left-out-said'],
}, async ({ story }) => {
  const name = nameOf(story, outsider)
  await reportAs(story, outsider)
  const own = await story.signIn(outsider)
  const place = own.getByRole('region', { name: /^(Hello, |Your place)/ })
  await expect(place).toContainText('in the team')
  const page = await story.signIn(admin, '/admin?tab=users')
  await choose(page, name, 'Leave out of boards')
  const dialog = page.getByRole('dialog', { name: 'Leave Out of Boards' })
  await expect(dialog.getByText(name, { exact: true })).toBeVisible()
  await expectOneFilledButton(page, 'in the question')
  await expectFineEverywhere(page)
  await dialog.getByRole('button', { name: 'Leave Out' }).click()
  await expectToast(page, 'Member left out of boards', name)
  await expect(rowOf(page, name)).toContainText('Left out of boards')
  await expect(place).toContainText(said)
  await own.goto(paths.leaderboard)
  const around = own.getByRole('region', { name: 'Around you' })
  await expect(around).toContainText(said)
  const board = own.getByRole('list', { name: 'All members by rank' })
  await expect(board.getByRole('listitem').first()).toBeVisible()
  await expect(board.getByText('You', { exact: true })).toHaveCount(0)

  await choose(page, name, 'Back on boards')
  await page
    .getByRole('dialog', { name: 'Back on Boards' })
    .getByRole('button', { name: 'Give a Place' })
    .click()
  await expectToast(page, 'Member back on boards', name)
  await expect(around.getByText('You', { exact: true })).toBeVisible()
})

test('administrators leave roles out and choose the first day of a week', {
  tag: ['@board-left-out', '@board-week-start'],
}, async ({ story }) => {
  const page = await story.signIn(admin, '/admin?tab=settings')
  const block = page.getByRole('region', { name: 'Boards' })
  await expect(block.getByLabel('A week begins on')).toHaveValue('1')
  await block.getByLabel('A week begins on').selectOption('Sunday')
  await expectToast(page, 'Settings of the boards saved')
  await block.getByRole('checkbox', { name: 'Admin' }).click()
  await expect(block.getByRole('checkbox', { name: 'Admin' })).toBeChecked()
  await expectFineEverywhere(page)
  await page.reload()
  await expect(block.getByLabel('A week begins on')).toHaveValue('7')
  await expect(block.getByRole('checkbox', { name: 'Admin' })).toBeChecked()
  await page.goto(paths.dashboard)
  await expect(page.getByText(said)).toBeVisible()
  await page.goto('/admin?tab=settings')
  await block.getByRole('checkbox', { name: 'Admin' }).click()
  await expect(block.getByRole('checkbox', { name: 'Admin' })).not.toBeChecked()
})
