import { expect, test } from '@playwright/test'
import type { Person } from '#sandbox/workplace/people.ts'
import { newOutsiders, newPeople } from '#sandbox/workplace/some-people.ts'
import { type StubApp, type StubCall, startStubApp } from '#sandbox/workplace/stub-app.ts'
import { callApi, countingBlocks, modal } from '#sandbox/workplace/web-calls.ts'
import { startWorkplace, type Workplace } from '#sandbox/workplace/workplace.ts'
import { expectSound } from './workplace-checks.ts'

let workplace: Workplace
let app: StubApp
let ana: Person

test.beforeAll(async () => {
  workplace = await startWorkplace({ people: newPeople, outsiders: newOutsiders })
  app = await startStubApp(workplace)
  const [first] = workplace.people
  if (!first) throw new Error('The workplace has no people')
  ana = first
  const text = 'A *new* post on <https://example.com/post|LinkedIn>'
  await api('chat.postMessage', { channel: workplace.channelId, text, blocks: countingBlocks })
  await api('chat.postMessage', { channel: ana.id, text: 'You passed Bo', blocks: countingBlocks })
})

test.beforeEach(() => {
  app.answerWith((call) => {
    setImmediate(() => void follow(call))
    return call.path.endsWith('/commands') ? { body: { text: 'One moment, *Ana*' } } : {}
  })
})

test.afterAll(async () => {
  await Promise.all([app.close(), workplace.close()])
})

const api = (method: string, body: object) => callApi(workplace, method, body)

/** What the app does after it has accepted a call. */
async function follow({ path, said }: StubCall): Promise<void> {
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: 'Waiting for you' } },
    ...countingBlocks,
  ]
  if (path.endsWith('/events'))
    await api('views.publish', { user_id: ana.id, view: { type: 'home', blocks } })
  if (path.endsWith('/commands')) await api('views.open', { trigger_id: said.trigger_id, view: modal })
  if (!path.endsWith('/interactivity') || said.response_url === undefined) return
  const body = JSON.stringify({ text: 'Liked, *+15*', blocks: countingBlocks })
  await fetch(String(said.response_url), { method: 'POST', body })
}

test('somebody chooses who they are, presses a button with the keyboard, and alone sees the answer', async ({
  page,
}) => {
  await page.goto(`${workplace.origin}/channel`)
  await expect(page.getByRole('button', { name: 'I liked it' })).toBeDisabled()
  await expectSound(page)
  await page.getByLabel('You are').selectOption(ana.name)
  await page.getByRole('button', { name: 'Choose' }).press('Enter')
  await page.getByRole('button', { name: 'I liked it' }).press('Enter')
  const own = page.getByRole('region', { name: 'Only visible to you' })
  await expect(own.getByRole('article', { name: 'Liked, +15' })).toBeVisible()
  await expect(own.getByRole('button', { name: 'I liked it' })).toBeVisible()
  await expectSound(page)
  await page.getByLabel('You are').selectOption('Chidi Okafor')
  await page.getByRole('button', { name: 'Choose' }).click()
  await expect(page.getByRole('article', { name: 'A new post on LinkedIn' })).toBeVisible()
  await expect(own).toBeHidden()
})

test('a command opens a dialog, which names the missing field, is sent, and closes', async ({ page }) => {
  await page.goto(`${workplace.origin}/channel?as=${ana.id}`)
  await page.getByLabel('Message').fill('/ovation share')
  await page.getByLabel('Message').press('Enter')
  // The dialog comes after the answer, so the page may have come before it, or be the dialog.
  await expect.poll(() => workplace.dialogOf(ana)).not.toBeNull()
  await page.goto(`${workplace.origin}/channel?as=${ana.id}`)
  await expect(page.getByText('One moment, Ana')).toBeVisible()
  await page.getByRole('link', { name: 'Go to the dialog: Report a share' }).click()
  await expect(page.getByRole('heading', { name: 'Report a share' })).toBeVisible()
  await page.getByRole('button', { name: 'Send' }).click()
  const address = page.getByLabel('Address')
  await expect(address).toHaveAccessibleDescription('Where your post is Please complete this required field.')
  await expectSound(page)
  await address.fill('https://example.com/a')
  await page.getByLabel('Network').selectOption('LinkedIn')
  await page.getByRole('checkbox', { name: 'Share' }).check()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('heading', { level: 1, name: '#company-social' })).toBeVisible()
  expect(workplace.dialogOf(ana)).toBeNull()
})

test('the tabs show the Home tab and the direct messages, whose links open in a new tab', async ({
  page,
}) => {
  await page.goto(`${workplace.origin}/channel?as=${ana.id}`)
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('heading', { name: 'Waiting for you' })).toBeVisible()
  await expectSound(page)
  await page.getByRole('link', { name: 'Messages' }).click()
  const message = page.getByRole('article', { name: 'You passed Bo' })
  await expect(message.getByRole('link', { name: 'Open (opens in a new tab)' })).toHaveAttribute(
    'target',
    '_blank',
  )
  await expectSound(page)
})
