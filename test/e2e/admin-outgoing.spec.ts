import { createWebhook, deleteWebhook, listWebhooks } from '#contract/webhooks.schema.ts'
import { assertSignature } from '#server/hooks/signature.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectToast, test } from './story.ts'

const admin = 'marta.oliveira'
const tab = '/admin?tab=webhooks'

test('a webhook is added, its secret is shown once, and it is told of a share', {
  tag: [
    '@outgoing-webhook-making',
    '@outgoing-webhook-secret',
    '@outgoing-webhook-log',
    '@told-webhook-added',
  ],
}, async ({ story }) => {
  const { catchHook } = story.sandbox
  const host = new URL(catchHook.url).host
  const page = await story.signIn(admin, tab)
  const card = page.getByRole('region', { name: 'Outgoing Webhooks' })
  await expect(card.getByText('No outgoing webhooks')).toBeVisible()
  await card.getByRole('button', { name: 'Add Webhook' }).click()
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: 'Add Webhook' })
  await add.click()
  await expect(dialog.getByText('Address is required')).toBeVisible()
  await expect(dialog.getByText('Choose at least one event')).toBeVisible()
  const address = dialog.getByLabel('Address')
  await expect(address).toBeFocused()
  await address.fill('https://localhost/x')
  await add.click()
  await expect(dialog.getByLabel('Points earned')).toBeFocused()
  await dialog.getByLabel('Share submitted').check()
  await add.click()
  await expect(dialog.getByText('Must not be an address inside your network')).toBeVisible()
  await address.fill(catchHook.url)
  const answered = page.waitForResponse(
    (answer) => answer.url().endsWith(createWebhook.path) && answer.request().method() === 'POST',
  )
  await add.click()
  const { secret } = createWebhook.answer.parse(await (await answered).json()).data
  await expectToast(page, 'Webhook added', 'Store its secret now.')
  const shown = dialog.getByRole('group', { name: `Secret for ${host}` })
  await expect(shown.getByLabel('Secret', { exact: true })).toHaveValue(secret)
  await expect(shown.getByRole('button', { name: 'Copy the secret' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  // It stays in the tab, in case the dialog was closed too soon.
  await expect(card.getByLabel('Secret', { exact: true })).toHaveValue(secret)
  const row = card.getByRole('table', { name: 'Receivers' }).locator('tr[data-row]')
  await expect(row).toContainText(host)
  await expect(row).toContainText('Share submitted')
  await expect(row).toContainText('Active')
  await expect(row).toContainText('None yet')

  const member = await story.signIn('zoe.brandt', '/social-feed')
  const before = catchHook.journal().length
  const submitted = await member.evaluate(async () => {
    const body = JSON.stringify({ platform: 'linkedin', shareUrl: 'https://example.org/told' })
    const headers = { 'content-type': 'application/json' }
    return (await fetch('/api/shares', { method: 'POST', headers, body })).status
  })
  expect(submitted).toBe(200)
  await expect.poll(() => catchHook.journal().length, { timeout: 20_000 }).toBe(before + 1)
  const caught = catchHook.journal()[before]
  if (!caught) throw new Error('Nothing was sent')
  const { headers, body: rawBody } = caught
  expect(() => assertSignature({ headers, rawBody }, [secret], story.clock.now())).not.toThrow()
  expect(JSON.parse(String(rawBody))).toMatchObject({
    type: 'share.submitted',
    data: { shareUrl: 'https://example.org/told' },
  })

  await page.reload()
  await expect(row).toContainText('Delivered')
  await expect(card.getByText('It is not shown again')).toBeHidden()
  expect(await page.content()).not.toContain(secret)
  const log = page.getByRole('region', { name: 'Delivery Log' })
  await log.getByLabel('Receiver').selectOption(host)
  const delivery = log.getByRole('table', { name: 'Deliveries' }).locator('tr[data-row]')
  await expect(delivery).toHaveCount(1)
  await expect(delivery).toContainText(`share.submittedto ${host}`)
  await delivery.getByRole('button', { name: /^Details/ }).click()
  await log.getByRole('button', { name: 'Replay' }).click()
  await expect(log.getByText(/^Replayed: Pending$/)).toBeVisible()
  await expect.poll(() => catchHook.journal().length, { timeout: 20_000 }).toBe(before + 2)
  expect(catchHook.journal()[before + 1]?.headers['webhook-id']).toBe(headers['webhook-id'])
  await expectAccessible(page, { within: 'main' })
})

test('a webhook is tested, changed, paused, resumed and deleted, and a failure says so', {
  tag: [
    '@outgoing-webhook-test',
    '@outgoing-webhook-change',
    '@outgoing-webhook-pause',
    '@outgoing-webhook-delete',
    '@outgoing-webhook-failure',
    '@told-webhook-changed',
    '@told-webhook-sent-test',
  ],
}, async ({ story }) => {
  const { catchHook } = story.sandbox
  const host = new URL(catchHook.url).host
  const page = await story.signIn(admin, tab)
  const card = page.getByRole('region', { name: 'Outgoing Webhooks' })
  const made = await page.request.post(createWebhook.path, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { url: `${catchHook.url}silent/`, events: ['post.added'] },
  })
  expect(made.status()).toBe(200)
  await page.reload()
  const row = card.getByRole('table', { name: 'Receivers' }).locator('tr[data-row]').last()
  const test = row.getByRole('button', { name: `Send test to ${host}` })
  await test.click()
  await expectToast(page, 'Test sent', 'The receiver accepted the test (200)')
  await expect(row).toContainText('Delivered')
  await expect(test).toBeFocused()
  story.faults.permit(/the server responded with a status of 502/)
  catchHook.fault({ match: /silent/, times: 1, status: 500 })
  await test.click()
  await expectToast(page, 'Test failed', 'The receiver did not accept the test: failed (500)')
  await expect(
    card.getByText('Test failed: The receiver did not accept the test: failed (500)'),
  ).toBeVisible()
  await expect(row).toContainText('Failed')

  await row.getByRole('button', { name: `Edit ${host}` }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Address')).toHaveValue(`${catchHook.url}silent/`)
  await expect(dialog.getByLabel('Post added')).toBeChecked()
  await dialog.getByLabel('Contest closed').check()
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Webhook saved')
  await expect(row).toContainText('Contest closed, Post added')

  await row.getByRole('button', { name: `Pause ${host}` }).click()
  await expectToast(page, 'Webhook paused')
  await expect(row).toContainText('Paused by an administrator')
  const resume = row.getByRole('button', { name: `Resume ${host}` })
  await expect(resume).toBeFocused()
  await resume.click()
  await expectToast(page, 'Webhook resumed')
  await expect(row).toContainText('Active')

  const rows = card.getByRole('table', { name: 'Receivers' }).locator('tr[data-row]')
  const count = await rows.count()
  await row.getByRole('button', { name: `Delete ${host}` }).click()
  await expect(dialog).toContainText(`${host}: Contest closed, Post added`)
  story.faults.permit(brokenCalls)
  await page.route(`**${deleteWebhook.path.replace(':id', '*')}`, (route) => route.abort())
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(dialog.getByText('Failed to delete the webhook: Please try again later.')).toBeVisible()
  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Webhook deleted', host)
  await expect(rows).toHaveCount(count - 1)

  await page.route(`**${listWebhooks.path}`, (route) => route.abort())
  await page.reload()
  await expect(card.getByText('The outgoing webhooks could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Retry' }).click()
  await expect(rows.or(card.getByText('No outgoing webhooks')).first()).toBeVisible()
})
