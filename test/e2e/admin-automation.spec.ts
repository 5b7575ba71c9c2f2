import type { Page } from '@playwright/test'
import { saveAutomationSettings, testZapier } from '#contract/automation.schema.ts'
import type { AutomationSettingsChange } from '#contract/automation.ts'
import { getSocialpilotSetup, socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const tab = '/admin?tab=automation'

test('the settings are saved, and a wrong address is explained at its field', {
  tag: [
    '@admin-automation-switches',
    '@admin-automation-address',
    '@admin-automation-save',
    '@form-webhook-address',
    '@told-settings-saved',
    '@told-settings-failed',
    '@told-unreached',
    '@number-automation',
  ],
}, async ({ story }) => {
  const page = await story.signIn(admin, tab)
  const form = page.getByRole('region', { name: 'Automation Settings' })
  const address = form.getByLabel('Outgoing webhook address')
  const save = form.getByRole('button', { name: 'Save Settings' })
  const isOn = (name: string) => form.getByRole('switch', { name }).isChecked()
  await expect(address).toHaveValue(/^http:\/\/127\.0\.0\.1:\d+\/….{4}$/)
  const names = ['Zapier integration', 'SocialPilot integration', 'Auto-publish', 'Points on schedule']
  expect(await Promise.all([...names, 'Points on publish'].map(isOn))).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])

  const before = await settingsOf(story)
  await address.fill('no address')
  await save.click()
  await expect(form.getByText('Must be a full webhook address')).toBeVisible()
  await expect(address).toBeFocused()
  await address.fill('https://evil.example/hook')
  await save.click()
  await expectToast(page, 'Failed to save settings', 'Please try again later')
  await expect(form.getByText('Must be on one of the hosts that ZAPIER_HOSTS names')).toBeVisible()
  await expect(address).toBeFocused()
  expect(await settingsOf(story)).toEqual(before)

  story.faults.permit(brokenCalls)
  const { catchHook } = story.sandbox
  await address.fill(`${catchHook.url}silent/`)
  await form.getByRole('switch', { name: 'Points on schedule' }).click()
  await page.route(`**${saveAutomationSettings.path}`, (route) => route.abort())
  await save.click()
  await expectToast(page, 'Failed to save settings', 'Please try again later')
  await expect(form.getByText('Failed to save settings: Please try again later')).toBeVisible()
  await page.unrouteAll()
  await save.click()
  await expectToast(page, 'Settings saved', 'Automation settings have been updated successfully')
  await expect(save).toBeFocused()
  expect(await settingsOf(story)).toMatchObject({
    auto_publish: false,
    points_on_schedule: true,
    webhook_url: `${catchHook.url}silent/`,
  })
})

test('nobody overwrites another person’s change without seeing it', {
  tag: ['@wrong-settings-twice', '@wrong-follows'],
}, async ({ story }) => {
  const { catchHook } = story.sandbox
  const page = await story.signIn(admin, tab)
  const form = page.getByRole('region', { name: 'Automation Settings' })
  const address = form.getByLabel('Outgoing webhook address')
  const save = form.getByRole('button', { name: 'Save Settings' })
  const note = form.getByRole('alert')
  await address.fill(catchHook.url)
  await changeElsewhere(page, { webhookUrl: null, autoPublish: true })
  await save.click()
  await expect(note).toContainText('Somebody else changed this meanwhile')
  await expect(note).toContainText('Outgoing webhook addressNone')
  expect(await settingsOf(story)).toMatchObject({ webhook_url: null })
  await save.click()
  await expectToast(page, 'Settings saved')
  await expect(note).toHaveCount(0)
  // What only the other has touched is theirs.
  await expect(form.getByRole('switch', { name: 'Auto-publish' })).toBeChecked()
  expect(await settingsOf(story)).toMatchObject({ webhook_url: catchHook.url, auto_publish: true })

  await form.getByRole('switch', { name: 'Auto-publish' }).click()
  await changeElsewhere(page, { autoPublish: false })
  await save.click()
  await expect(note).toContainText('Auto-publishOff')
  await note.getByRole('button', { name: 'Use their version' }).click()
  await expect(form.getByRole('switch', { name: 'Auto-publish' })).not.toBeChecked()
  await expect(note).toHaveCount(0)
})

test('the address and the secret are copied, and after a rotation the old secret works for a day', {
  tag: [
    '@admin-automation-inbound',
    '@admin-automation-secret',
    '@admin-automation-rotate',
    '@told-secret-rotated',
  ],
}, async ({ story }) => {
  const page = await story.signIn(admin, tab)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const panel = page.getByRole('region', { name: 'Incoming Webhook' })
  const address = `${story.sandbox.url}/api/socialpilot/webhook`
  await expect(panel.getByLabel('Incoming webhook address')).toHaveValue(address)
  // A field takes the focus only where the browser refused to copy.
  await expect(page.locator('input:focus')).toHaveCount(0)
  await panel.getByRole('button', { name: 'Copy the incoming webhook address' }).click()
  await expect(panel.getByRole('button', { name: 'Copied the incoming webhook address' })).toBeVisible()
  expect(await clipboardOf(page)).toBe(address)

  const secret = panel.getByRole('textbox', { name: 'Webhook secret' }).or(panel.getByLabel('Webhook secret'))
  const shown = panel.getByRole('button', { name: 'Show webhook secret' })
  await expect(secret.first()).toHaveAttribute('type', 'password')
  await shown.click()
  await expect(shown).toHaveAttribute('aria-pressed', 'true')
  await expect(secret.first()).toHaveAttribute('type', 'text')
  const old = await secret.first().inputValue()
  await expect(panel).toContainText('Only this secret is accepted.')

  await panel.getByRole('button', { name: 'Rotate Secret' }).click()
  const question = page.getByRole('dialog', { name: 'Rotate Webhook Secret' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await expect(question).toContainText('accepted for another 24 hours')
  await question.getByRole('button', { name: 'Rotate Secret' }).click()
  await expectToast(page, 'Secret rotated')
  await expect(panel.getByRole('button', { name: 'Rotate Secret' })).toBeFocused()
  await expect(panel).toContainText(/The previous secret is accepted until \w+ \d+, \d{4}, .+ \S+\./)
  await expect(secret.first()).not.toHaveValue(old)
  await panel.getByRole('button', { name: 'Copy the webhook secret' }).click()
  await expect(panel.getByRole('button', { name: 'Copied the webhook secret' })).toBeVisible()
  const fresh = await clipboardOf(page)
  expect(fresh).toMatch(/^whsec_/)
  const statuses = await Promise.all([fresh, old, 'whsec_nobody'].map((each) => deliverWith(story, each)))
  expect(statuses).toEqual([200, 200, 401])
  const acts = await story.run<{ details: unknown }>(
    `select details from audit_entries where action = 'hook-secret.rotate'`,
  )
  expect(acts).toHaveLength(1)
  expect(JSON.stringify(acts)).not.toContain('whsec_')
})

test('the tests reach the chat and Zapier, and a failure shows the server’s message', {
  tag: [
    '@admin-automation-test-words',
    '@admin-automation-test-post',
    '@admin-automation-test-zapier',
    '@admin-automation-test-free',
    '@admin-automation-off',
    '@told-test-post-made',
    '@told-test-post-failed',
    '@told-zapier-test-passed',
    '@told-zapier-test-failed',
  ],
}, async ({ story }) => {
  const { catchHook, workplace } = story.sandbox
  const page = await story.signIn(admin, tab)
  await changeElsewhere(page, { webhookUrl: catchHook.url })
  const ledger = await ledgerOf(story)
  const tests = page.getByRole('region', { name: 'Connection Tests' })
  const [socialpilot, zapier] = [0, 1].map((n) => tests.getByRole('article').nth(n))
  if (!socialpilot || !zapier) throw new Error('Two tests are wanted')
  await expect(socialpilot.getByRole('status')).toHaveText('Not tested yet')
  await socialpilot.getByRole('button', { name: 'Test SocialPilot Workflow' }).click()
  const told = 'Created with 4 trackable links. Check the team chat channel.'
  await expectToast(page, 'Test post created', told)
  await expect(socialpilot.getByRole('status').first()).toHaveText('Tested')
  const links = socialpilot.getByRole('list', { name: 'Trackable links of the test post' })
  await expect(links.getByRole('listitem')).toHaveCount(4)
  await expect(links.getByRole('textbox').first()).toHaveValue(/\/go\/\w+\?p=/)
  const toldOf = async () =>
    (await workplace.messages()).filter(({ blocks }) =>
      JSON.stringify(blocks).includes('A connection test from'),
    ).length
  await expect.poll(toldOf, { timeout: 20_000 }).toBe(1)

  const sent = catchHook.journal().length
  const held = Promise.withResolvers<void>()
  await page.route(`**${testZapier.path}`, async (route) => {
    await held.promise
    await route.continue()
  })
  await zapier.getByRole('button', { name: 'Test Zapier Webhook' }).click()
  await expect(zapier.getByRole('status')).toHaveText('Testing…')
  held.resolve()
  await expectToast(page, 'Webhook test successful', 'Your Zapier integration is working correctly')
  await expect(zapier.getByRole('status')).toHaveText('Tested')
  const [caught] = catchHook.journal().slice(sent)
  expect(JSON.parse(String(caught?.body))).toMatchObject({ event: 'test', timestamp: expect.any(String) })

  story.faults.permit(/the server responded with a status of 502/)
  catchHook.fault({ match: /catch/, times: 1, status: 410 })
  await zapier.getByRole('button', { name: 'Test Zapier Webhook' }).click()
  await expectToast(page, 'Webhook test failed', 'Check your Zapier configuration')
  await expect(zapier.getByRole('status')).toHaveText('Failed')
  await expect(zapier).toContainText('Webhook test failed: failed (410)')
  await changeElsewhere(page, { socialPilotEnabled: false })
  await socialpilot.getByRole('button', { name: 'Test SocialPilot Workflow' }).click()
  await expectToast(page, 'Test failed', 'Failed to test SocialPilot workflow, check your configuration')
  await expect(socialpilot).toContainText('SocialPilot is switched off in the automation settings')
  await changeElsewhere(page, { socialPilotEnabled: true })
  expect(await ledgerOf(story)).toEqual(ledger)
})

test('earlier posts are added by hand, all or none, and the fields of each webhook are listed', {
  tag: [
    '@admin-automation-backfill',
    '@admin-automation-earlier-posts',
    '@admin-automation-earlier-wrong',
    '@admin-automation-fields',
    '@admin-automation-failure',
    '@admin-webhooks-old-domain',
    '@admin-webhooks-configured',
  ],
}, async ({ story }) => {
  const page = await story.signIn(admin, tab)
  const form = page.getByRole('region', { name: 'Manual Backfill' })
  await expect(form).toContainText('/api/social-feed-posts/backfill is a manual backfill endpoint')
  const field = form.getByLabel('Posts as JSON')
  const send = form.getByRole('button', { name: 'Send Posts' })
  const postsOf = () => story.run('select content from posts order by id')
  const before = await postsOf()
  await send.click()
  await expect(form.getByText('Posts are required')).toBeVisible()
  await field.fill('[{]')
  await send.click()
  await expect(form.getByText(/^This is not valid JSON: /)).toBeVisible()
  const post = { platform: 'linkedin', author_name: 'Press Office', content: 'From the archive' }
  await field.fill(JSON.stringify({ posts: [post, { ...post, content: '' }] }))
  await send.click()
  await expect(form.getByText('posts.1.content: Content is required')).toBeVisible()
  await expect(field).toBeFocused()
  expect(await postsOf()).toEqual(before)
  await form.getByRole('button', { name: 'Insert Example' }).click()
  await expect(field).toHaveValue(/"author_name"/)
  await send.click()
  await expect(form.getByRole('status')).toHaveText('Backfill done: 1 created, 0 updated, 0 unchanged.')
  await send.click()
  await expect(form.getByRole('status')).toHaveText('Backfill done: 0 created, 0 updated, 1 unchanged.')
  expect((await postsOf()).length - before.length).toBe(1)

  const mapping = page.getByRole('region', { name: 'Field Mapping' })
  await mapping.getByText('New post').first().click()
  const table = mapping.getByRole('table', { name: 'Fields of New post' })
  await expect(table.getByRole('row', { name: /^author_name Yes Brightwater/ })).toBeVisible()
  await expect(mapping.getByLabel('Address of New post (POST)')).toHaveValue(
    `${story.sandbox.url}/api/webhooks/socialpilot/new-post`,
  )
  await mapping.getByText('Event names').first().click()
  await expect(mapping.getByRole('rowheader', { name: 'post.published' })).toBeVisible()
  await expectAccessible(page, { within: 'main' })

  story.faults.permit(brokenCalls)
  await page.route(`**${getSocialpilotSetup.path}`, (route) => route.abort())
  await page.reload()
  await expect(mapping.getByText('The webhook set-up could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await mapping.getByRole('button', { name: 'Retry' }).click()
  await expect(mapping.getByText('Event names').first()).toBeVisible()

  // This workspace has not moved.
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(page.getByRole('radio', { name: 'Old domain' })).toBeDisabled()
  await expect(page.getByRole('region', { name: 'Webhook Tester' })).toContainText(
    'This workspace has not moved: set LEGACY_PUBLIC_URL to test its former address.',
  )
  await expect(page.getByRole('region', { name: 'Configuration Status' })).toContainText('Old domainNot set')
})

async function settingsOf({ run }: Story) {
  const [settings] = await run(
    'select auto_publish, points_on_schedule, points_on_publish, webhook_url from automation_settings',
  )
  return settings
}

async function ledgerOf({ run }: Story) {
  return run('select count(*)::int as count, sum(amount)::int as sum from ledger')
}

/** A change of the settings by somebody else, of which the page knows nothing. */
async function changeElsewhere(page: Page, data: AutomationSettingsChange): Promise<void> {
  const headers = { 'sec-fetch-site': 'same-origin' }
  const answer = await page.request.post(saveAutomationSettings.path, { headers, data })
  expect(answer.status()).toBe(200)
}

async function deliverWith({ sandbox }: Story, secret: string): Promise<number> {
  const answer = await fetch(`${sandbox.url}${socialpilotEvent.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-webhook-secret': secret },
    body: JSON.stringify({ event: 'post.scheduled', share_id: 'test' }),
  })
  return answer.status
}

function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}
