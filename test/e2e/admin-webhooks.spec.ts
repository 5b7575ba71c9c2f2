import { getAutomationSettings } from '#contract/automation.schema.ts'
import { listDeliveries } from '#contract/deliveries.schema.ts'
import { engagementUpdate, newPost } from '#contract/posts.schema.ts'
import { socialpilotEvent } from '#contract/socialpilot.schema.ts'
import { zapierTrigger } from '#contract/zapier.schema.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const tab = '/admin?tab=webhooks'
const old = 'https://applause.brightwater.example'

test.use({ setup: { environment: { LEGACY_PUBLIC_URL: old } } })

test('all webhooks are tested with either domain, nobody earns points, and ten results are kept', {
  tag: [
    '@admin-webhooks-domain',
    '@admin-webhooks-test-all',
    '@admin-webhooks-harmless',
    '@admin-webhooks-results',
    '@admin-webhooks-ten',
    '@told-webhook-test-done',
    '@told-webhook-test-failed',
    '@told-republish-failed',
    '@number-webhook-tests',
  ],
}, async ({ story }) => {
  const page = await story.signIn(admin, tab)
  const tester = page.getByRole('region', { name: 'Webhook Tester' })
  const results = tester.getByRole('list', { name: 'Test results' }).getByRole('listitem')
  const testAll = tester.getByRole('button', { name: 'Test All Webhooks' })
  const ledger = await ledgerOf(story)
  await expect(tester).toContainText(`Sample links begin with ${story.sandbox.url}`)
  await expect(tester.getByText('No tests yet')).toBeVisible()
  const startedAtMs = performance.now()
  await testAll.click()
  await expectToast(page, 'Webhook test completed', '3 of 3 succeeded')
  expect(performance.now() - startedAtMs).toBeGreaterThan(2_000)
  await expect(testAll).toBeFocused()
  await expect(results).toHaveText([
    new RegExp(`^${zapierTrigger.path}Success.*Test received: nothing was changed.*New domain`),
    new RegExp(`^${engagementUpdate.path}Success.*Test received: .*New domain`),
    new RegExp(`^${socialpilotEvent.path}Success.*Test received: nothing was changed.*New domain`),
  ])
  const logged = page.getByRole('table', { name: 'Deliveries' }).locator('tr[data-row]')
  for (const [place, call] of [zapierTrigger, engagementUpdate, socialpilotEvent].entries())
    await expect(logged.nth(place)).toContainText(call.path)
  const bodies = await deliveriesOf(story)
  expect(bodies.slice(0, 3)).toMatchObject([
    { route: zapierTrigger.path, body: { shareId: 'test', action: 'publish' } },
    { route: engagementUpdate.path, body: { likes_count: 42, views_count: 350 } },
    { route: socialpilotEvent.path, body: { share_id: 'test', post_id: 'test-post', status: 'published' } },
  ])

  // The pauses were seen above; from here on they are skipped.
  await page.clock.install({ time: story.clock.now() })
  const skipPauses = async (calls: number) => {
    const isDone = async () => (await testAll.getAttribute('aria-disabled')) === null
    for (let n = 0; n < calls || !(await isDone()); n++) await page.clock.runFor(500)
  }
  await tester.getByText('Old domain', { exact: true }).click()
  await expect(tester).toContainText(`Sample links begin with ${old}`)
  await page.route(`**${zapierTrigger.path}`, (route) =>
    route.fulfill({ status: 409, json: { message: 'Zapier is switched off in the automation settings' } }),
  )
  await testAll.click()
  await skipPauses(3)
  await expectToast(page, 'Webhook test completed', '2 of 3 succeeded')
  await expect(results.first()).toContainText('Failed')
  await expect(results.first()).toContainText('Zapier is switched off in the automation settings')
  await expect(results.first()).toContainText('Old domain')
  const sentOld = (await deliveriesOf(story)).filter(({ body }) => String(body.post_url).startsWith(old))
  expect(sentOld).toMatchObject([{ route: engagementUpdate.path }])
  await page.unrouteAll()

  story.faults.permit(brokenCalls)
  for (const { path } of [socialpilotEvent, engagementUpdate, zapierTrigger]) {
    await page.route(`**${path}`, (route) => route.abort())
  }
  await testAll.click()
  await skipPauses(3)
  await expectToast(page, 'Webhook test failed', '0 of 3 succeeded')
  await page.route(`**${newPost.path}`, (route) => route.abort())
  for (const count of [10, 10]) {
    await tester.getByRole('button', { name: 'Republish Sample Post' }).click()
    await expectToast(page, 'Republish failed')
    await expect(results).toHaveCount(count)
  }
  await expect(results.first()).toContainText('Republish failed: The server could not be reached.')
  expect(await ledgerOf(story)).toEqual(ledger)
  await expectAccessible(page, { within: 'main' })
})

test('the sample post is added to the feed once, and sent to the chat again', {
  tag: ['@admin-webhooks-republish', '@told-republished', '@told-republish-failed'],
}, async ({ story }) => {
  const page = await story.signIn(admin, tab)
  const tester = page.getByRole('region', { name: 'Webhook Tester' })
  const button = tester.getByRole('button', { name: 'Republish Sample Post' })
  const told = async () =>
    (await story.sandbox.workplace.messages()).filter(({ blocks }) =>
      JSON.stringify(blocks).includes('A sample company post'),
    ).length
  const samples = () => story.run(`select brand, post_url from posts where content like 'A sample company%'`)
  await button.click()
  await expectToast(
    page,
    'Post republished',
    'The sample post was added to the feed and sent to the team chat.',
  )
  await expect.poll(told, { timeout: 20_000 }).toBe(1)
  await tester.getByText('Old domain', { exact: true }).click()
  await button.click()
  await expectToast(
    page,
    'Post republished',
    'The sample post was already in the feed. It was sent to the team chat again.',
  )
  await expect(button).toBeFocused()
  await expect.poll(told, { timeout: 20_000 }).toBe(2)
  expect(await samples()).toMatchObject([
    { brand: 'test', post_url: `${story.sandbox.url}/social-feed?sample=1` },
  ])
  await page.route(`**${newPost.path}`, (route) =>
    route.fulfill({ status: 409, json: { message: 'Slack is not set up, so nothing can be pushed' } }),
  )
  await button.click()
  await expectToast(page, 'Republish failed', 'Slack is not set up, so nothing can be pushed')
  await expect(
    tester.getByText('Republish failed: Slack is not set up, so nothing can be pushed').first(),
  ).toBeVisible()
})

test('the log shows each body and refusal reason, and a replay adds a row', {
  tag: [
    '@admin-webhooks-active',
    '@admin-webhooks-configured',
    '@admin-webhooks-log',
    '@admin-webhooks-filter',
    '@admin-webhooks-replay-once',
    '@admin-webhooks-failure',
  ],
}, async ({ story }) => {
  const post = { platform: 'linkedin', content: 'In the log', author_name: 'Press Office' }
  await story.deliver(newPost.path, post)
  const page = await story.signIn(admin, tab)
  const status = page.getByRole('region', { name: 'Configuration Status' })
  await expect(status.getByRole('term')).toHaveText([
    'SocialPilot webhooks',
    'Zapier trigger',
    'Outgoing address',
    'Webhook secret',
    'Old domain',
  ])
  const facts = status.getByRole('definition')
  await expect(facts).toHaveText(['Active', 'Active', 'Configured', 'Configured', 'Configured'])
  const log = page.getByRole('region', { name: 'Delivery Log' })
  const refused = await page.request.post(newPost.path, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { ...post, content: '' },
  })
  expect(refused.status()).toBe(400)
  await log.getByRole('button', { name: 'Refresh' }).click()
  const rows = log.getByRole('table', { name: 'Deliveries' }).locator('tr[data-row]')
  await expect(rows.first()).toContainText('Refused')
  await expect(rows.first()).toContainText('marta.oliveira'.split('.')[0] ?? '', { ignoreCase: true })
  await rows
    .first()
    .getByRole('button', { name: /^Details/ })
    .click()
  await expect(log.getByText('Refused (400): content: Content is required')).toBeVisible()

  await log.getByLabel('Outcome').selectOption('Accepted')
  await log.getByLabel('Direction').selectOption('Incoming')
  await expect(rows.first()).toContainText('Machine')
  const details = rows.first().getByRole('button', { name: /^Details/ })
  await details.click()
  await expect(details).toHaveAttribute('aria-expanded', 'true')
  await expect(log.getByRole('region', { name: `Body of ${newPost.path}` })).toContainText(
    '"content": "In the log"',
  )
  await expectAccessible(page, { within: 'main' })
  const before = (await deliveriesOf(story)).length
  const replay = log.getByRole('button', { name: 'Replay' })
  await replay.click()
  await expect(log.getByText(/^Replayed: Duplicate \(200\)$/)).toBeVisible()
  await expect(replay).toBeFocused()
  const after = await deliveriesOf(story)
  expect(after).toHaveLength(before + 1)
  expect(after[0]).toMatchObject({ sender: 'admin', body: post, replay_of: expect.any(String) })

  await log.getByLabel('Outcome').selectOption('Failed')
  await expect(log.getByText('No deliveries found')).toBeVisible()
  story.faults.permit(brokenCalls)
  await page.route(`**${listDeliveries.path}**`, (route) => route.abort())
  await log.getByLabel('Outcome').selectOption('Pending')
  await expect(log.getByText('The delivery log could not be loaded.')).toBeVisible()
  await page.unrouteAll()
  await log.getByRole('button', { name: 'Retry' }).click()
  await expect(log.getByText('No deliveries found')).toBeVisible()

  await page.route(`**${getAutomationSettings.path}`, async (route) => {
    const { data } = getAutomationSettings.answer.parse(await (await route.fetch()).json())
    const off = { socialPilotEnabled: false, zapierEnabled: false, webhookUrl: null }
    await route.fulfill({ json: { data: { ...data, ...off } } })
  })
  await page.reload()
  await expect(facts).toHaveText(['Switched off', 'Switched off', 'Not set', 'Configured', 'Configured'])
})

test('of a long body that was refused the log shows the beginning, and says why it has no replay', {
  tag: '@hostile-refused-body',
}, async ({ story }) => {
  const page = await story.signIn(admin, tab)
  const refused = await page.request.post(newPost.path, {
    headers: { 'sec-fetch-site': 'same-origin' },
    data: { platform: 'linkedin', content: '', author_name: 'Press Office', other: 'x'.repeat(20_000) },
  })
  expect(refused.status()).toBe(400)
  const log = page.getByRole('region', { name: 'Delivery Log' })
  await log.getByRole('button', { name: 'Refresh' }).click()
  const row = log.getByRole('table', { name: 'Deliveries' }).locator('tr[data-row]').first()
  await expect(row).toContainText('Refused')
  await row.getByRole('button', { name: /^Details/ }).click()
  const note = log.getByText('Only the first 16 KB of the body were kept, so it cannot be replayed.')
  await expect(note).toBeVisible()
  await expect(log.getByRole('region', { name: `Body of ${newPost.path}` })).toContainText('Press Office')
  await expect(log.getByRole('button', { name: 'Replay' })).toHaveCount(0)
  await expectAccessible(page, { within: 'main' })
})

interface DeliveryRow {
  readonly route: string
  readonly sender: string
  readonly body: Readonly<Record<string, unknown>>
  readonly replay_of: string | null
}

function deliveriesOf({ run }: Story): Promise<DeliveryRow[]> {
  return run('select route, sender, body, replay_of from deliveries order by created_at desc, id desc')
}

function ledgerOf({ run }: Story) {
  return run('select count(*)::int as count, sum(amount)::int as sum from ledger')
}
