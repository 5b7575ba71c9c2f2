import type { Locator, Page } from '@playwright/test'
import { teamColors } from '#domain/teams.ts'
import { expectOneFilledButton, expectWhole } from './screen-checks.ts'
import { expect, expectToast, nameOf, type Story, test, usernameOf } from './story.ts'

const admin = 'marta.oliveira'
const zoe = 'zoe.brandt'
const kenji = 'kenji.watanabe'

// They share one product.

test('an administrator makes a team, changes its name and colour, and is told of a name that is taken', {
  tag: ['@team-made'],
}, async ({ story }) => {
  const page = await openTeams(story)
  const section = sectionOf(page)
  await expect(section.getByText('No teams', { exact: true })).toBeVisible()
  await expectWhole(page, 'main')
  await section.getByRole('button', { name: 'New team' }).click()
  const dialog = page.getByRole('dialog', { name: 'New team' })
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await expect(dialog.getByRole('radio', { name: 'Blue' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Create Team' }).click()
  await expect(dialog.getByText('Name is required')).toBeVisible()
  await page.keyboard.type('Sales')
  await expectOneFilledButton(page, 'in the form')
  await expectWhole(page, '[role=dialog]')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Team created', 'Sales')
  await expect(rowOf(page, 'Sales')).toBeFocused()
  await expect(section.getByRole('heading', { name: 'Teams 1' })).toBeVisible()
  await expect(rowOf(page, 'Sales').getByRole('cell').first()).toHaveText('0 members')

  await section.getByRole('button', { name: 'New team' }).click()
  await expect(dialog.getByRole('radio', { name: 'Green' })).toBeChecked()
  await dialog.getByLabel('Name').fill('SALES')
  await dialog.getByRole('button', { name: 'Create Team' }).click()
  await expect(dialog.getByText('Another team has this name', { exact: true })).toBeVisible()
  await expect(dialog.getByLabel('Name')).toBeFocused()
  await dialog.getByLabel('Name').fill('Support')
  await dialog.getByRole('button', { name: 'Create Team' }).click()
  await expectToast(page, 'Team created', 'Support')
  await expect(section.getByRole('button', { name: 'New team' })).toBeFocused()

  await section.getByRole('button', { name: 'Edit Sales' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit team' })
  await edit.getByLabel('Name').fill('Field Sales')
  await edit.getByRole('radio', { name: 'Blue' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(edit.getByRole('radio', { name: 'Green' })).toBeChecked()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Team saved', 'Field Sales')
  await expect(section.getByRole('button', { name: 'Edit Field Sales' })).toBeFocused()
  expect(await story.run('select name, color from teams order by name')).toEqual([
    { name: 'Field Sales', color: teamColors[1] },
    { name: 'Support', color: teamColors[1] },
  ])
  await expectWhole(page, 'main')
})

test('a colour of its own stays with a team, and a change by somebody else is not overwritten unseen', {
  tag: ['@team-made'],
}, async ({ story }) => {
  const own = '#123456'
  await story.run(`update teams set color = $1 where name = 'Support'`, [own])
  const page = await openTeams(story)
  await sectionOf(page).getByRole('button', { name: 'Edit Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit team' })
  await expect(dialog.getByRole('radio')).toHaveCount(teamColors.length + 1)
  await expect(dialog.getByRole('radio', { name: `Other colour, ${own}` })).toBeChecked()
  await story.run(`update teams set color = $1 where name = 'Support'`, [teamColors[6]])
  await dialog.getByLabel('Name').fill('Helpers')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expect(dialog.getByText('Somebody else changed this meanwhile. It now reads:')).toBeVisible()
  await expect(dialog.getByRole('alert')).toContainText('ColourRed')
  await expect(dialog.getByRole('radio', { name: 'Red' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Team saved', 'Helpers')
})

test('a member is put into a team, and taken out of it', { tag: ['@team-change'] }, async ({ story }) => {
  const page = await openTeams(story)
  const name = nameOf(story, zoe)
  await changeTeam(page, name, 'Field Sales')
  await expectToast(page, 'Team changed', `${name} is in Field Sales now.`)
  await expect(memberRow(page, name).getByRole('rowheader')).toContainText('Team: Field Sales')
  await expect(rowOf(page, 'Field Sales').getByRole('cell').first()).toHaveText('1 member')
  await expectWhole(page, 'main')
  await changeTeam(page, name, 'No team')
  await expectToast(page, 'Team changed', `${name} is in no team now.`)
  await expect(memberRow(page, name).getByRole('rowheader')).not.toContainText('Team:')
  await changeTeam(page, name, 'Field Sales')
  await expect(memberRow(page, name).getByRole('rowheader')).toContainText('Team: Field Sales')
})

test('a list is previewed with whom it does not know, imported, and says afterwards what it skipped', {
  tag: ['@team-import'],
}, async ({ story }) => {
  const page = await openTeams(story)
  await sectionOf(page).getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import teams' })
  const list = dialog.getByLabel('List in CSV')
  const [preview, send] = ['Preview', 'Import'].map((button) =>
    dialog.getByRole('button', { name: button, exact: true }),
  ) as [Locator, Locator]
  await expect(list).toBeFocused()
  await preview.click()
  await expect(dialog.getByText('Paste a list, or choose a file')).toBeVisible()
  await list.fill('member,group')
  await preview.click()
  await expect(dialog.getByText('The first line must be username,team or email,team')).toBeVisible()
  await expect(list).toBeFocused()

  const rows = [`${usernameOf(story, zoe)},Field Sales`, 'nobody.at.all,Helpers']
  const csv = ['username,team', ...rows, `${usernameOf(story, kenji)},Research`].join('\n')
  await chooseFile(page, dialog, csv)
  await expect(dialog.getByText('teams.csv was read.')).toBeVisible()
  await expect(list).toHaveValue(csv)
  await preview.click()
  await expect(dialog.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await expect(dialog.getByRole('status').filter({ hasText: 'member' })).toHaveText(
    '1 member to move, 1 unchanged, 1 line to skip.',
  )
  await expect(dialog.getByText('New teams: Research')).toBeVisible()
  const moves = dialog.getByRole('list', { name: 'Members to move' }).getByRole('listitem')
  await expect(moves).toHaveText([`${nameOf(story, kenji)}No team to Research`])
  const skipped = dialog.getByRole('list', { name: 'Skipped lines' }).getByRole('listitem')
  await expect(skipped).toHaveText(['Line 3: nobody.at.all, HelpersNo member has this username'])
  expect(await story.run(`select 1 from teams where name = 'Research'`)).toEqual([])
  await expectOneFilledButton(page, 'in the preview')
  await expectWhole(page, '[role=dialog]')

  await list.press('End')
  await list.pressSequentially(' ')
  await expect(dialog.getByRole('heading', { name: 'Preview' })).toHaveCount(0)
  await expect(send).toHaveCount(0)
  await preview.click()
  await send.click()
  await expectToast(page, 'Teams imported', '1 member moved, 1 unchanged, 1 line skipped')
  await expect(dialog.getByRole('heading', { name: 'Imported' })).toBeFocused()
  await expect(skipped).toHaveCount(1)
  await expect(send).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect(dialog).toBeHidden()
  await expect(memberRow(page, nameOf(story, kenji)).getByRole('rowheader')).toContainText('Team: Research')
  await expect(rowOf(page, 'Research').getByRole('cell').first()).toHaveText('1 member')
})

test('a deleted team leaves its members in none, and the focus goes to the next row', {
  tag: ['@team-made'],
}, async ({ story }) => {
  const page = await openTeams(story)
  await sectionOf(page).getByRole('button', { name: 'Delete Field Sales' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete team' })
  await expect(dialog.getByText('Field Sales: 1 member')).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expectOneFilledButton(page, 'in the question')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Team deleted', 'Field Sales: 1 former member')
  await expect(rowOf(page, 'Field Sales')).toHaveCount(0)
  await expect(rowOf(page, 'Helpers')).toBeFocused()
  await expect(memberRow(page, nameOf(story, zoe)).getByRole('rowheader')).not.toContainText('Team:')

  await page.goto('/admin?tab=settings')
  const trail = page.getByRole('table', { name: /^Audit trail/ })
  for (const words of ['Deleted a team', 'Imported teams from a list', 'Changed the team of a member'])
    await expect(trail.getByText(words, { exact: true }).first()).toBeVisible()
})

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

async function changeTeam(page: Page, name: string, team: string): Promise<void> {
  await memberRow(page, name)
    .getByRole('button', { name: `More for ${name}` })
    .click()
  await page.getByRole('menuitem', { name: 'Change team…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change team' })
  await dialog.getByLabel('Team', { exact: true }).selectOption(team)
  await dialog.getByRole('button', { name: 'Change Team' }).click()
  await expect(dialog).toBeHidden()
}

async function chooseFile(page: Page, dialog: Locator, csv: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Choose file' }).click()
  await (await chooser).setFiles({ name: 'teams.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
}
