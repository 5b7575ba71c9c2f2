import type { Locator, Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { listPointsConfigurations } from '#contract/points.schema.ts'
import { mostRulePoints } from '#domain/points.ts'
import { brokenCalls } from './faults.ts'
import { cardNamed, deleteRule, inForce, makeRule, openRules, rulesOf, send } from './rules.ts'
import { expectAccessibleInBothThemes } from './screen-checks.ts'
import { expect, expectToast, test, toastOn } from './story.ts'

const admin = 'marta.oliveira'
const reader = 'zoe.brandt'
const everyCall = `**${listPointsConfigurations.path}**`

test('an administrator creates, edits and deletes a rule', {
  tag: [
    '@rules-card',
    '@rules-multiplier',
    '@rules-dialogs',
    '@rules-toasts',
    '@rules-action-fixed',
    '@form-rule-delete',
    '@form-rule-optional',
    '@told-rules',
  ],
}, async ({ story }) => {
  const page = await openRules(story, admin)
  await page.getByRole('button', { name: 'Add Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Points Configuration' })
  await dialog.getByLabel('Action type').selectOption('Share on LinkedIn')
  await dialog.getByLabel('Point value').fill('40')
  await dialog.getByLabel('Multiplier (percent)').fill('150')
  await dialog.getByLabel('Platform').selectOption('LinkedIn')
  await dialog.getByLabel('Context').selectOption('Verified')
  const meaning = dialog.getByText('For a share with a custom message.', { exact: true })
  await expect(meaning).toHaveCount(0)
  await dialog.getByLabel('Bonus type').selectOption('Custom message')
  await expect(meaning).toBeVisible()
  await dialog.getByLabel('Bonus value').fill('5')
  await dialog.getByLabel('Description').fill('  Words of your own count more  ')
  await dialog.getByRole('button', { name: 'Create Configuration' }).click()
  await expectToast(page, 'Configuration created')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Add Configuration' })).toBeFocused()

  // The form begins anew.
  await page.getByRole('button', { name: 'Add Configuration' }).click()
  await expect(dialog.getByLabel('Point value')).toHaveValue('0')
  await expect(dialog.getByLabel('Description')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  const card = cardNamed(page, 'Share on LinkedIn')
  await expect(card).toContainText('Active')
  await expect(card).toContainText('Words of your own count more')
  await expect(card).toContainText('40 base points')
  expect(await factsOf(card)).toEqual({
    Multiplier: '150% (60 points)',
    Platform: 'LinkedIn',
    Context: 'Verified',
    Bonus: '+5 Custom message',
  })

  const edit = card.getByRole('button', { name: 'Edit Share on LinkedIn, LinkedIn, Verified' })
  await edit.click()
  const editor = page.getByRole('dialog', { name: 'Edit Points Configuration' })
  await expect(editor.getByLabel('Action type')).toHaveValue('Share on LinkedIn')
  await expect(editor.getByLabel('Action type')).not.toBeEditable()
  await expect(editor.getByLabel('Description')).toHaveValue('Words of your own count more')
  await editor.getByLabel('Multiplier (percent)').fill('100')
  await editor.getByLabel('Platform').selectOption('All platforms')
  await editor.getByLabel('Context').selectOption('All contexts')
  await editor.getByLabel('Bonus value').fill('0')
  await editor.getByLabel('Description').fill('')
  await editor.getByRole('switch', { name: 'Active' }).uncheck()
  await editor.getByRole('button', { name: 'Save Configuration' }).click()
  await expectToast(page, 'Configuration updated')
  await expect(editor).toBeHidden()
  await expect(card).toContainText('Inactive')
  expect(await factsOf(card)).toEqual({ Platform: 'All platforms', Context: 'All contexts' })
  const stored = (await rulesOf(page)).find(({ actionType }) => actionType === 'share_linkedin')
  expect(stored).toMatchObject({
    platform: null,
    context: null,
    pointValue: 40,
    multiplier: 100,
    bonusType: 'custom_message',
    bonusValue: null,
    description: null,
    isActive: false,
  })

  await card.getByRole('button', { name: 'Delete Share on LinkedIn' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Points Configuration' })
  await expect(question).toContainText('Are you sure you want to delete this configuration?')
  await expect(question).toContainText('Share on LinkedIn: 40 base points')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await expect(card).toBeVisible()
  await card.getByRole('button', { name: 'Delete Share on LinkedIn' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Configuration deleted')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('article').last()).toBeFocused()
})

test('the form replaces text that is not a number with the default, and explains errors at their fields', {
  tag: [
    '@rules-defaults',
    '@form-rule-action',
    '@form-rule-points',
    '@form-rule-multiplier',
    '@form-rule-bonus',
  ],
}, async ({ story }) => {
  const page = await openRules(story, admin)
  await page.getByRole('button', { name: 'Add Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Points Configuration' })
  const [points, multiplier, bonus] = ['Point value', 'Multiplier (percent)', 'Bonus value'].map((label) =>
    dialog.getByLabel(label),
  )
  if (!points || !multiplier || !bonus) throw new Error('There are three fields for numbers')
  await expect(points).toHaveValue('0')
  await expect(multiplier).toHaveValue('100')
  await expect(bonus).toHaveValue('0')
  await expect(dialog.getByRole('switch', { name: 'Active' })).toBeChecked()
  for (const required of ['Action type *', 'Point value *']) {
    await expect(dialog.getByText(required, { exact: true })).toBeVisible()
  }
  for (const [field, text, becomes] of [
    [points, 'many', '0'],
    [multiplier, '', '100'],
    [bonus, 'x5', '0'],
  ] as const) {
    await field.fill(text)
    await field.blur()
    await expect(field).toHaveValue(becomes)
  }

  await points.fill('-1')
  await multiplier.fill('0')
  await bonus.fill(String(mostRulePoints + 1))
  await bonus.press('Enter')
  const actionType = dialog.getByLabel('Action type')
  await expect(actionType).toBeFocused()
  await expect(actionType).toHaveAccessibleDescription('Action type is required')
  await expect(points).toHaveAccessibleDescription(`Must be a whole number from 0 to ${mostRulePoints}`)
  await expect(multiplier).toHaveAccessibleDescription(/^Must be a whole number from 1 to 1000 /)
  await expect(bonus).toHaveAccessibleDescription(`Must be a whole number from 0 to ${mostRulePoints}`)
  await actionType.selectOption('Link click')
  await points.fill('1')
  await multiplier.fill('1')
  await bonus.fill('')
  await dialog.getByLabel('Description').fill('x'.repeat(501))
  await points.press('Enter')
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await expect(dialog.getByLabel('Description')).toHaveAccessibleDescription(
    'Must be at most 500 characters long',
  )
  await expect(points).toHaveValue('1')

  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Add Configuration' }).click()
  await expect(points).toHaveValue('0')
  await expect(dialog.getByLabel('Description')).toHaveValue('')
})

test('a rule that the server refuses, or that does not reach it, stays in the dialog with an error', {
  tag: [
    '@rules-failed',
    '@told-rule-create-failed',
    '@told-rule-update-failed',
    '@told-rule-delete-failed',
    '@wrong-rule-gone',
  ],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await openRules(story, admin)
  const id = await makeRule(page, { actionType: 'share_tiktok', pointValue: 7 })
  const card = cardNamed(page, 'Share on TikTok')
  await card.getByRole('button', { name: /^Edit/ }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Points Configuration' })
  await expect(editor.getByLabel('Point value')).toHaveValue('7')

  await page.route(everyCall, (route) => route.abort())
  await editor.getByRole('button', { name: 'Save Configuration' }).click()
  await expectToast(page, 'Error updating configuration', 'Failed to update configuration')
  await expect(editor.getByText('Error updating configuration: Failed to update configuration')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()

  await card.getByRole('button', { name: /^Delete/ }).click()
  const question = page.getByRole('dialog', { name: 'Delete Points Configuration' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Error deleting configuration', 'Failed to delete configuration')
  await expect(question.getByText('Failed to delete configuration')).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(card.getByRole('button', { name: /^Delete/ })).toBeFocused()

  await page.getByRole('button', { name: 'Add Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Points Configuration' })
  await dialog.getByLabel('Action type').selectOption('Like')
  await dialog.getByRole('button', { name: 'Create Configuration' }).click()
  await expectToast(page, 'Error creating configuration', 'Failed to create configuration')
  await expect(dialog.getByText('Failed to create configuration')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await page.unrouteAll()

  // Another administrator was faster: the card goes, and the server's own words are shown.
  const other = await openRules(story, admin)
  await card.getByRole('button', { name: /^Delete/ }).click()
  expect((await deleteRule(other, id)).status).toBe(204)
  await expect(card).toHaveCount(0)
  await question.getByRole('button', { name: 'Delete' }).click()
  const toast = toastOn(page)
  await expect(toast.getByText('Error deleting configuration', { exact: true })).toBeVisible()
  const message = (await question.getByText(/^Error deleting configuration: /).innerText()).split(': ')[1]
  expect(message).not.toBe('Failed to delete configuration')
  await expect(toast.getByText(message ?? '', { exact: true })).toBeVisible()
})

test('a member sees the rules without controls, and the server refuses their changes', {
  tag: ['@rules-read', '@rights-points-rules'],
}, async ({ story }) => {
  const page = await story.signIn(reader)
  await page.getByRole('link', { name: 'All points rules' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Points Configuration' })).toBeFocused()
  await expect(page).toHaveURL(paths.adminPoints)
  await expect(page).toHaveTitle('Points Configuration · Ovation')
  const rules = await rulesOf(page)
  await expect(page.getByRole('article')).toHaveCount(rules.length)
  await expect(cardNamed(page, 'Like')).toContainText('15 base points')
  await expect(page.getByText('Only administrators can change rules.')).toBeVisible()
  const main = page.getByRole('main')
  await expect(main.getByRole('button')).toHaveCount(0)
  const refused = [
    await send(page, { method: 'POST', path: listPointsConfigurations.path, body: { actionType: 'like' } }),
    await send(page, {
      method: 'PUT',
      path: `${listPointsConfigurations.path}/${rules[0]?.id}`,
      body: { pointValue: 1_000 },
    }),
    await deleteRule(page, rules[0]?.id),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 403])
  expect(await rulesOf(page)).toEqual(rules)
  await page.getByRole('link', { name: 'Back to dashboard' }).click()
  await expect(page).toHaveURL(paths.dashboard)
})

test('the cards stand as the rules take precedence, and stay there when one is changed', async ({
  story,
}) => {
  const page = await openRules(story, admin)
  const ids = [
    await makeRule(page, { actionType: 'like', pointValue: 41, platform: 'tiktok' }),
    await makeRule(page, { actionType: 'like', pointValue: 42, platform: 'linkedin' }),
    await makeRule(page, { actionType: 'like', pointValue: 43 }),
  ]
  const cards = cardNamed(page, 'Like')
  const inOrder = ['42 base points', '41 base points', '15 base points', '43 base points']
  await expect(cards).toContainText(inOrder)
  await page.getByRole('button', { name: 'Edit Like, TikTok' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Points Configuration' })
  await editor.getByLabel('Description').fill('Changed last')
  await editor.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(editor).toHaveCount(0)
  await expect(page.getByText('Changed last')).toBeVisible()
  await expect(cards).toContainText(inOrder)
  await page.reload()
  await expect(cards).toContainText(inOrder)
  for (const id of ids) await deleteRule(page, id)
})

test('a rule changes the points on open cards and of new reports, without a reload', async ({ story }) => {
  const page = await openRules(story, admin)
  const dashboard = await story.signIn(reader)
  const list = await story.signIn('kenji.watanabe', paths.adminPoints)
  const like = dashboard.getByRole('button', { name: /^I liked \+\d+/ }).first()
  await expect(like).toHaveText(/\+15/)
  await expect(cardNamed(list, 'Like')).toHaveCount(1)
  const opened = await dashboard.evaluate(() => performance.timeOrigin)

  await page.getByRole('button', { name: 'Add Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Points Configuration' })
  await dialog.getByLabel('Action type').selectOption('Like')
  await dialog.getByLabel('Point value').fill('33')
  await dialog.getByLabel('Context').selectOption('Honor system')
  await dialog.getByRole('button', { name: 'Create Configuration' }).click()
  await expectToast(page, 'Configuration created')
  await expect(like).toHaveText(/\+33/)
  await expect(dashboard.getByRole('region', { name: 'How to Earn Points' })).toContainText('+33')
  await expect(cardNamed(list, 'Like')).toHaveCount(2)
  await like.click()
  await expect(toastOn(dashboard).getByText(/^\+33 points for the like/)).toBeVisible()

  const card = cardNamed(page, 'Like').filter({ hasText: '33 base points' })
  await card.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Configuration deleted')
  await expect(cardNamed(page, 'Like')).toBeFocused()
  await expect(dashboard.getByRole('region', { name: 'How to Earn Points' })).toContainText('+15')
  await expect(cardNamed(list, 'Like')).toHaveCount(1)
  expect(await dashboard.evaluate(() => performance.timeOrigin)).toBe(opened)
})

test('a rule that is switched off takes the figure from every open card, and the action stays', {
  tag: ['@rules-whole-truth', '@rules-in-force'],
}, async ({ story }) => {
  const page = await openRules(story, admin)
  const dashboard = await story.signIn(reader)
  const ways = dashboard.getByRole('region', { name: 'How to Earn Points' })
  const comment = dashboard.getByRole('button', { name: /^I commented/ }).first()
  await expect(comment).toHaveText(/\+20/)
  await expect(inForce(page, 'TikTok', 'Comment')).toHaveText(/\+20.*Honor system/)

  await switchActive(page, 'Comment', 'Cards will show no points for comments.')
  await expect(comment).toHaveText('I commented')
  await expect(comment).toHaveAccessibleName(/^I commented on the post by /)
  await expect(ways).not.toContainText('+20')
  await expect(inForce(page, 'TikTok', 'Comment')).toHaveText(/shown without points/)
  await comment.click()
  await expectToast(dashboard, 'Interaction reported!')
  await expect(dashboard.getByText('Commented', { exact: true }).first()).toBeVisible()
  await expect(dashboard.getByText(/\+0/)).toHaveCount(0)

  await switchActive(page, 'Comment', 'Cards will show +20 for comments.')
  await expect(ways).toContainText('+20')
})

test('the form and the question before a deletion say what follows, and block nothing', {
  tag: ['@rules-warnings', '@rules-in-force'],
}, async ({ story }) => {
  const page = await openRules(story, admin)
  const id = await makeRule(page, { actionType: 'share', platform: 'linkedin', pointValue: 45 })
  await page.getByRole('button', { name: 'Edit Share, Honor system' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Points Configuration' })
  const notes = editor.getByRole('status')
  await expect(notes).toHaveText('On LinkedIn another rule wins: share, LinkedIn, 45 points.')
  await editor.getByLabel('Point value').fill('10')
  await expect(notes.getByRole('listitem')).toHaveText([
    'On LinkedIn another rule wins: share, LinkedIn, 45 points.',
    'Cards will show +10 instead of +30 on X (Twitter) and 4 others.',
  ])
  await page.keyboard.press('Escape')
  await expect(editor).toBeHidden()

  await page.getByRole('button', { name: 'Delete Share, LinkedIn' }).click()
  const question = page.getByRole('dialog', { name: 'Delete Points Configuration' })
  await expect(question).toContainText('Cards will show +30 instead of +45 on LinkedIn.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await deleteRule(page, id)

  await page.getByRole('button', { name: 'Add Configuration' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create Points Configuration' })
  await expect(dialog.getByRole('listitem')).toHaveCount(0)
  await dialog.getByLabel('Action type').selectOption('Like')
  await dialog.getByLabel('Platform').selectOption('Slack')
  await expect(dialog.getByRole('status')).toHaveText(
    'Nothing ever meets this rule. No like has this platform.',
  )
  await expectAccessibleInBothThemes(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Create Configuration' }).click()
  await expectToast(page, 'Configuration created')
  const card = cardNamed(page, 'Like').filter({ hasText: 'Slack' })
  await expect(card).toContainText('Nothing ever meets this rule.')
  await deleteRule(page, (await rulesOf(page)).find(({ platform }) => platform === 'slack')?.id)
})

test('a rule is created, edited and deleted with the keyboard alone', async ({ story }) => {
  const page = await openRules(story, admin)
  await tabTo(page, page.getByRole('button', { name: 'Add Configuration' }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create Points Configuration' })
  const actionType = dialog.getByLabel('Action type')
  await expect(actionType).toBeFocused()
  await page.keyboard.type('Share on Y')
  await expect(actionType).toHaveValue('share_youtube')
  await tabTo(page, dialog.getByLabel('Point value'))
  await page.keyboard.type('12')
  await tabTo(page, dialog.getByRole('switch', { name: 'Active' }))
  await page.keyboard.press('Space')
  await tabTo(page, dialog.getByRole('button', { name: 'Create Configuration' }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Configuration created')
  await expect(page.getByRole('button', { name: 'Add Configuration' })).toBeFocused()
  const card = cardNamed(page, 'Share on YouTube')
  await expect(card).toContainText('12 base points')
  await expect(card).toContainText('Inactive')

  const edit = card.getByRole('button', { name: 'Edit Share on YouTube' })
  await tabTo(page, edit)
  await page.keyboard.press('Space')
  const editor = page.getByRole('dialog', { name: 'Edit Points Configuration' })
  await expect(editor.getByLabel('Point value')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('13')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Configuration updated')
  await expect(card).toContainText('13 base points')
  await expect(edit).toBeFocused()

  await tabTo(page, card.getByRole('button', { name: 'Delete Share on YouTube' }))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Delete Points Configuration' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card.getByRole('button', { name: 'Delete Share on YouTube' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Configuration deleted')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('article').last()).toBeFocused()
})

test('rules that cannot be loaded offer a retry', async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(reader)
  await page.route(everyCall, (route) => route.abort())
  await page.goto(paths.adminPoints)
  await expect(page.getByRole('alert')).toHaveText(/^The points rules could not be loaded\./)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(cardNamed(page, 'Like')).toBeVisible()
})

test.describe('in a workspace without rules', () => {
  test.use({ setup: { apart: 'without rules' } })

  test('the empty screen says that nothing earns points, and takes the focus when the last rule is deleted', async ({
    story,
  }) => {
    const page = await openRules(story, admin)
    for (const { id } of (await rulesOf(page)).slice(1)) await deleteRule(page, id)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('button', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expectToast(page, 'Configuration deleted')
    await expect(page.getByRole('article')).toHaveCount(0)
    await expect(page.getByRole('region', { name: 'Points rules' })).toBeFocused()
    await expect(page.getByText('No points rules')).toBeVisible()
    await expect(page.getByText('Without rules nothing earns points')).toBeVisible()
    await expect(inForce(page, 'LinkedIn', 'Like')).toHaveText(/shown without points/)
  })
})

async function factsOf(card: Locator): Promise<Record<string, string>> {
  const names = await card.getByRole('term').allInnerTexts()
  const values = await card.getByRole('definition').allInnerTexts()
  return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']))
}

/** Goes on with Tab until the target has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let stop = 0; stop < 120; stop++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${target} is not reached by Tab`)
}

/** Presses the switch of an action's only rule, once the form says what follows. */
async function switchActive(page: Page, action: string, note: string): Promise<void> {
  await cardNamed(page, action).getByRole('button', { name: /^Edit/ }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Points Configuration' })
  await editor.getByRole('switch', { name: 'Active' }).click()
  await expect(editor.getByRole('status')).toHaveText(note)
  await editor.getByRole('button', { name: 'Save Configuration' }).click()
  await expect(editor).toBeHidden()
}
