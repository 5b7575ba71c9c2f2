import type { Locator, Page } from '@playwright/test'
import { sampleGroups } from '#sandbox/sample/groups.ts'
import type { Group } from '#sandbox/workplace/groups.ts'
import { expectOneFilledButton, expectWhole } from './screen-checks.ts'
import { expect, expectToast, nameOf, personOf, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const zoe = 'zoe.brandt'
const kenji = 'kenji.watanabe'
const hana = 'hana.novakova'
const upstreamFailed = /status of 502/

// They share one product, in this order.

test('an administrator previews which groups become teams, with whom it moves and who is in two, and takes them over', {
  tag: ['@groups-chosen'],
}, async ({ story }) => {
  const page = await openTeams(story)
  const section = sectionOf(page)
  await section.getByRole('button', { name: 'From Slack' }).click()
  const dialog = page.getByRole('dialog', { name: 'Teams from Slack' })
  const boxes = dialog.getByRole('checkbox')
  await expect(boxes).toHaveCount(3)
  const customers = dialog.getByRole('checkbox', { name: 'Customers & Finance' })
  await expect(customers).toHaveAccessibleDescription(
    '@customers · 5 people, 3 of them members here · new team Not members here: Guest Auditor, Former Colleague',
  )
  await expect(dialog.getByText('Old Office')).toHaveCount(0)
  const [preview, takeOver] = ['Preview', 'Take over'].map((name) =>
    dialog.getByRole('button', { name, exact: true }),
  ) as [Locator, Locator]
  await preview.click()
  await expect(dialog.getByText('There is nothing to take over.')).toBeVisible()
  await expect(takeOver).toHaveCount(0)
  await dialog.getByRole('checkbox', { name: 'Marketing' }).check()
  await expectOneFilledButton(page, 'in the choice')
  await dialog.getByRole('checkbox', { name: 'Engineering' }).check()
  await preview.click()
  await expect(dialog.getByText('2 new teams, 7 members to move.')).toHaveCount(2)
  await expect(dialog.getByRole('list', { name: 'Members in several groups' })).toContainText(
    `${nameOf(story, zoe)}Engineering, Marketing to Engineering`,
  )
  await expect(dialog.getByRole('list', { name: 'Members to move' }).getByRole('listitem')).toHaveCount(7)
  await expectOneFilledButton(page, 'with the preview')
  await expectWhole(page, '[role=dialog]')
  await takeOver.click()
  await expectToast(page, 'Groups taken over', '2 new teams, 7 members moved')
  await expect(dialog).toBeHidden()
  await expect(section.getByRole('button', { name: 'From Slack' })).toBeFocused()
  await expect(rowOf(page, 'Engineering')).toContainText('4 members')
  await expect(rowOf(page, 'Engineering')).toContainText('@engineering')
  await expect(rowOf(page, 'Marketing')).toContainText('3 members')
  await expect(section.getByText('1 member is in several of the groups')).toBeVisible()
  await expectWhole(page, 'main')
})

test('a change in Slack follows by "Update now", a failure says what to do, and nobody moves then', {
  tag: ['@groups-followed', '@groups-failure'],
}, async ({ story }) => {
  const page = await openTeams(story)
  const section = sectionOf(page)
  setGroups(story, ({ id, people }) =>
    id === 'S0SANDENG'
      ? { people: [...people.filter((person) => person !== personOf(story, kenji).id), idOf(story, hana)] }
      : {},
  )
  story.sandbox.workplace.fault({
    match: /usergroups\.list/,
    times: 1,
    body: { ok: false, error: 'missing_scope' },
  })
  story.faults.permit(upstreamFailed)
  const update = section.getByRole('button', { name: 'Update now' })
  await update.click()
  const reason =
    'The bot lacks the permission usergroups:read (missing_scope). Add the bot scope usergroups:read to the app in Slack, and install it again.'
  await expectToast(page, 'Failed to update the teams', reason)
  await expect(section.getByText(`Slack could not be read. ${reason}`)).toBeVisible()
  await expect(section.getByText(/^Last in step with Slack: /)).toBeVisible()
  await expectWhole(page, 'main')

  await update.click()
  await expectToast(page, 'Teams updated', '2 members moved')
  await expect(section.getByText('Slack could not be read.')).toHaveCount(0)
  await expect(update).toBeFocused()
  await expect(memberRow(page, nameOf(story, hana)).getByRole('rowheader')).toContainText('Team: Engineering')
  await expect(memberRow(page, nameOf(story, kenji)).getByRole('rowheader')).not.toContainText('Team:')
})

test('the members of such a team are not changed by hand', { tag: ['@groups-by-hand'] }, async ({
  story,
}) => {
  const page = await openTeams(story)
  const dialog = page.getByRole('dialog', { name: 'Change team' })
  await openChange(page, nameOf(story, hana))
  await expect(dialog).toContainText('whose members follow the user group @engineering in Slack.')
  await expect(dialog.getByRole('button', { name: 'Close', exact: true }).last()).toBeFocused()
  await page.keyboard.press('Escape')
  await openChange(page, nameOf(story, kenji))
  await expect(dialog.getByLabel('Team', { exact: true }).getByRole('option')).toHaveText(['No team'])
})

test('a group that is gone leaves its team as it is, with the day, until it is unlinked', {
  tag: ['@groups-lost', '@groups-by-hand'],
}, async ({ story }) => {
  const page = await openTeams(story)
  const section = sectionOf(page)
  setGroups(story, ({ id }) => ({ isDisabled: id === 'S0SANDMKT' }))
  await section.getByRole('button', { name: 'Update now' }).click()
  await expect(rowOf(page, 'Marketing')).toContainText(/@marketing\s*Missing since [A-Z][a-z]+ \d+, \d{4}/)
  await expect(rowOf(page, 'Marketing')).toContainText('3 members')
  await expectWhole(page, 'main')
  await section.getByRole('button', { name: 'From Slack' }).click()
  const dialog = page.getByRole('dialog', { name: 'Teams from Slack' })
  await expect(dialog.getByRole('checkbox', { name: 'Marketing' })).toBeChecked()
  await expect(dialog.getByText(/^@marketing is missing in Slack since /)).toBeVisible()
  await page.keyboard.press('Escape')

  await section.getByRole('button', { name: 'Unlink Marketing' }).click()
  const question = page.getByRole('dialog', { name: 'Unlink team' })
  await expect(question.getByText('Marketing: @marketing')).toBeVisible()
  await question.getByRole('button', { name: 'Unlink' }).click()
  await expectToast(page, 'Team unlinked', 'Marketing')
  await expect(rowOf(page, 'Marketing')).toBeFocused()
  await expect(rowOf(page, 'Marketing')).not.toContainText('@marketing')
  await expect(rowOf(page, 'Marketing')).toContainText('3 members')

  await page.goto('/admin?tab=settings')
  const trail = page.getByRole('table', { name: /^Audit trail/ })
  for (const words of ['Chose user groups of Slack as teams', 'Unlinked a team from Slack'])
    await expect(trail.getByText(words, { exact: true }).first()).toBeVisible()
})

test('groups that cannot be read are asked for again, and without a token nothing offers them', {
  tag: ['@groups-failure'],
}, async ({ story }) => {
  const page = await openTeams(story)
  const { workplace, server } = story.sandbox
  workplace.fault({ match: /usergroups\.list/, times: 1, body: { ok: false, error: 'token_revoked' } })
  story.faults.permit(upstreamFailed)
  await sectionOf(page).getByRole('button', { name: 'From Slack' }).click()
  const dialog = page.getByRole('dialog', { name: 'Teams from Slack' })
  await expect(dialog.getByRole('alert')).toContainText('The bot token was revoked (token_revoked).')
  await expectWhole(page, '[role=dialog]')
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect(dialog.getByRole('checkbox', { name: 'Engineering' })).toBeChecked()
  await page.keyboard.press('Escape')

  const { config } = server.deps
  const token = config.slackBotToken
  Object.assign(config, { slackBotToken: null })
  await page.reload()
  await expect(rowOf(page, 'Engineering')).toBeVisible()
  await expect(sectionOf(page).getByText(/SLACK_BOT_TOKEN is not set/)).toBeVisible()
  for (const name of ['From Slack', 'Update now'])
    await expect(sectionOf(page).getByRole('button', { name })).toHaveCount(0)
  Object.assign(config, { slackBotToken: token })
})

/** Changes the sample groups for the rest of the file, each by what `change` says. */
function setGroups(story: Story, change: (group: Group) => Partial<Group>): void {
  const { workplace } = story.sandbox
  workplace.setGroups(sampleGroups(workplace.people).map((group) => ({ ...group, ...change(group) })))
}

function idOf(story: Story, handle: string): string {
  return personOf(story, handle).id
}

async function openTeams(story: Story): Promise<Page> {
  const page = await story.signIn(admin, '/admin?tab=users')
  await expect(sectionOf(page)).toBeVisible()
  return page
}

function sectionOf(page: Page): Locator {
  return page.getByRole('region', { name: /^Teams/ }).first()
}

function rowOf(page: Page, team: string): Locator {
  return tableRow(page, 'Teams', team)
}

function memberRow(page: Page, name: string): Locator {
  return tableRow(page, 'Users', name)
}

function tableRow(page: Page, table: string, name: string): Locator {
  return page
    .getByRole('table', { name: table })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name }) })
}

async function openChange(page: Page, name: string): Promise<void> {
  await memberRow(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Change team…' }).click()
}
