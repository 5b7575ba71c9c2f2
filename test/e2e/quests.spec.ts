import type { Locator, Page } from '@playwright/test'
import type { InteractionType } from '#domain/vocabulary.ts'
import { insertPost } from '#test/support/fixtures.ts'
import { reportAs } from './reports.ts'
import { expectOneFilledButton, expectToFit, expectWhole } from './screen-checks.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const zoe = 'zoe.brandt'
const kenji = 'kenji.watanabe'
const title = 'Comment week'

// They share one product.

test('an administrator sets a goal, two members see the bar move live, and it is celebrated for both', {
  tag: ['@quest-card', '@quest-live', '@quest-celebrated', '@quest-made'],
}, async ({ story }) => {
  const ofZoe = await story.signIn(zoe)
  const ofKenji = await story.signIn(kenji)
  for (const page of [ofZoe, ofKenji]) {
    await expect(page.getByRole('heading', { name: 'Recent Activity' })).toBeVisible()
    await expect(cardOn(page)).toHaveCount(0)
  }
  await expectNoReadOf(ofKenji, () => comment(story, zoe))
  const page = await openQuests(story)
  const before = await commentsThisWeek(story, page)
  const goal = before + 2
  await makeQuest(page, String(goal))
  await expect(rowOf(page)).toContainText(`${before} of ${goal} comments`)
  await expect(rowOf(page)).toContainText('Running')

  await expect(cardOn(ofZoe)).toContainText(`${before} of ${goal} comments`)
  await expect(cardOn(ofKenji)).toContainText(`${before} of ${goal} comments`)
  const ownBefore = await ownCommentsOf(ofZoe)
  await expectWhole(ofZoe, 'main')
  await comment(story, zoe)
  for (const each of [ofZoe, ofKenji])
    await expect(cardOn(each)).toContainText(`${before + 1} of ${goal} comments`)
  await expect.poll(() => ownCommentsOf(ofZoe)).toBe(ownBefore + 1)

  await comment(story, kenji)
  for (const each of [ofZoe, ofKenji]) {
    await expectToast(each, 'Quest completed', title)
    await expect(cardOn(each)).toContainText(`${goal} of ${goal} comments`)
    await expect(cardOn(each)).toContainText('We did it together')
    await expect(cardOn(each).getByText('Done', { exact: true })).toBeVisible()
    await expect(each.getByText(`The team completed the quest “${title}”`).first()).toBeVisible()
  }
  await expect(rowOf(page)).toContainText('Done')
  await expectWhole(ofKenji, 'main')
  await ofZoe.setViewportSize({ width: 360, height: 800 })
  await expect(cardOn(ofZoe)).toContainText('We did it together')
  await expectToFit(ofZoe)
})

test('a quest is changed and deleted, and what cannot be is said at its field', {
  tag: ['@quest-made'],
}, async ({ story }) => {
  const page = await openQuests(story)
  await sectionOf(page)
    .getByRole('button', { name: `Edit ${title}` })
    .click()
  const edit = page.getByRole('dialog', { name: 'Edit quest' })
  await edit.getByLabel('Title').fill('All of us')
  await edit.getByLabel('What counts').selectOption('Members with a report')
  await edit.getByLabel('Goal').fill('')
  await edit.getByLabel('End date').fill('2020-01-01')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(edit.getByText('The end date must not be before the start date')).toBeVisible()
  await expect(edit.getByLabel('End date')).toBeFocused()
  await edit.getByLabel('End date').fill(await edit.getByLabel('Start date').inputValue())
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Quest saved', 'All of us')
  await expect(rowOf(page, 'All of us')).toContainText(/\d+ of \d+ members/)
  await expect(rowOf(page, 'All of us')).toContainText('Done')
  await expectWhole(page, 'main')

  await sectionOf(page).getByRole('button', { name: 'Delete All of us' }).click()
  const question = page.getByRole('dialog', { name: 'Delete quest' })
  await expect(question.getByText('Reports and points stay as they are.')).toBeVisible()
  await expectOneFilledButton(page, 'in the question')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Quest deleted', 'All of us')
  await expect(sectionOf(page).getByText('No quests', { exact: true })).toBeVisible()
  await expect(sectionOf(page).getByRole('heading', { name: /^Quests/ })).toBeFocused()

  await page.goto('/admin?tab=settings')
  const trail = page.getByRole('table', { name: /^Audit trail/ })
  for (const words of ['Created a quest', 'Changed a quest', 'Deleted a quest'])
    await expect(trail.getByText(words, { exact: true }).first()).toBeVisible()
})

async function openQuests(story: Story): Promise<Page> {
  const page = await story.signIn(admin, '/admin?tab=contests')
  await expect(sectionOf(page).getByRole('button', { name: 'New quest' })).toBeVisible()
  return page
}

/** Makes a quest of this week's comments, after a try without a title and a goal. */
async function makeQuest(page: Page, goal: string): Promise<void> {
  const section = sectionOf(page)
  await expect(section.getByText('No quests', { exact: true })).toBeVisible()
  await section.getByRole('button', { name: 'New quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'New quest' })
  await expect(dialog.getByLabel('Title')).toBeFocused()
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(dialog.getByText('Title is required')).toBeVisible()
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('What counts').selectOption('Comments')
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expect(dialog.getByText('A goal is required')).toBeVisible()
  await expect(dialog.getByLabel('Goal')).toBeFocused()
  await expectOneFilledButton(page, 'in the form')
  await expectWhole(page, '[role=dialog]')
  await dialog.getByLabel('Goal').fill(goal)
  await dialog.getByRole('button', { name: 'Create Quest' }).click()
  await expectToast(page, 'Quest created', title)
  await expect(rowOf(page)).toBeFocused()
}

/** The live comments of the week that a new quest is filled in with. */
async function commentsThisWeek(story: Story, page: Page): Promise<number> {
  const section = sectionOf(page)
  await section.getByRole('button', { name: 'New quest' }).click()
  const dialog = page.getByRole('dialog', { name: 'New quest' })
  const days = await Promise.all(
    ['Start date', 'End date'].map((label) => dialog.getByLabel(label).inputValue()),
  )
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  const [row] = await story.run<{ comments: number }>(
    `select count(*)::int as comments from interactions where type = 'comment' and undone_at is null
       and taken_back_at is null and day between $1::date and $2::date`,
    days,
  )
  return row?.comments ?? 0
}

async function comment(story: Story, handle: string): Promise<void> {
  const postId = await insertPost(story.sandbox.server.deps, { at: new Date('2020-01-01T00:00:00Z') })
  await reportAs(story, handle, { postId, interactionType: 'comment' satisfies InteractionType })
}

/** Without a quest, a report of somebody else makes a window read what shows it, and no quests. */
async function expectNoReadOf(page: Page, report: () => Promise<void>): Promise<void> {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await report()
  await expect.poll(() => asked).toContain('/api/activities')
  await expectToast(page, 'Points Earned!')
  await page.waitForLoadState('networkidle')
  expect(asked).not.toContain('/api/quests')
}

/** The own part that the card says. */
async function ownCommentsOf(page: Page): Promise<number> {
  const [, own = '0'] = /(\d+) of them (?:is|are) yours/.exec(await cardOn(page).innerText()) ?? []
  return Number(own)
}

function cardOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Team Quest', exact: true })
}

function sectionOf(page: Page): Locator {
  return page.getByRole('region', { name: /^Quests/ }).first()
}

function rowOf(page: Page, name = title): Locator {
  return page
    .getByRole('table', { name: 'Quests' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
}
