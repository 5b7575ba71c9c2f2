import type { Locator, Page } from '@playwright/test'
import { getSlackStatus, sendSlackTest } from '#contract/slack.schema.ts'
import { newId } from '#server/db/new-id.ts'
import { expectAccessible } from './accessible.ts'
import { brokenCalls } from './faults.ts'
import { expectWhole } from './screen-checks.ts'
import { expect, expectToast, type Story, test } from './story.ts'

const admin = 'marta.oliveira'
const tab = '/admin?tab=slack'

test('an administrator tests the connection and sends messages, which arrive in the channel', {
  tag: [
    '@admin-slack-token',
    '@admin-slack-channel',
    '@admin-slack-notifications',
    '@admin-slack-buttons',
    '@admin-slack-list',
    '@admin-slack-configuration',
    '@admin-slack-sync',
    '@told-slack-connected',
    '@told-instructions-sent',
    '@told-notification-sent',
    '@told-members-synced',
  ],
}, async ({ story }) => {
  const page = await openTab(story)
  await expect(tile(page, 'Bot token')).toContainText('Configured')
  await expect(tile(page, 'Notifications')).toContainText('Active')
  await press(page, 'Test Connection')
  const place = '#company-social in Sandbox workplace'
  await expectToast(page, 'Slack connection successful', `The bot can write to ${place}.`)
  await expect(tile(page, 'Channel')).toContainText('Connected')
  await expect(tile(page, 'Channel')).toContainText(place)
  await press(page, 'Send Test Message')
  await expectToast(page, 'Test notification sent')
  await press(page, 'Send Instructions')
  await expectToast(page, 'Instructions sent')
  const told = (await story.sandbox.workplace.messages()).map(({ text }) => text)
  expect(told.slice(-2)).toEqual(['Test message from Ovation', 'How to take part in Ovation'])

  const list = page.getByRole('list', { name: 'Automatic notifications' }).getByRole('listitem')
  await expect(list).toHaveText([
    'Share submissionsEnabled',
    'Achievement unlocksEnabled',
    'New user registrationEnabled',
    'Leaderboard updates (weekly)Enabled',
    'Contest reminders (monthly)Enabled',
    'New social contentEnabled',
  ])
  const configuration = page.getByRole('region', { name: 'Configuration' })
  await expect(configuration.getByLabel('Redirect URL')).toHaveValue(/\/auth\/slack\/callback$/)
  await expect(configuration).toContainText('chat:write')
  await expect(configuration).not.toContainText(story.sandbox.workplace.botToken)

  await configuration.getByRole('button', { name: 'Sync members' }).click()
  await expectToast(page, 'Members synced')
  await expect(configuration).toContainText(
    /M: .+; \d+ skipped: bots, guests and people without an address\./,
  )
  expect(await acts(story)).toEqual([
    'slack.test-connection',
    'slack.test-notification',
    'slack.send-instructions',
    'slack.sync-users',
  ])
})

test('a refusal by Slack is shown with its reason and in the status, until a test passes', {
  tag: [
    '@admin-slack-not-connected',
    '@admin-slack-notifications',
    '@admin-slack-truth',
    '@admin-slack-recovers',
    '@told-slack-failed',
    '@told-instructions-failed',
    '@told-notification-failed',
    '@f-11',
  ],
}, async ({ story }) => {
  story.faults.permit(/^logged: Failed to load resource: the server responded with a status of 502/)
  const page = await openTab(story)
  const refuse = (error: string, match: RegExp) =>
    story.sandbox.workplace.fault({ match, times: 1, body: { ok: false, error } })
  const before = (await story.sandbox.workplace.messages()).length
  refuse('not_in_channel', /chat\.postMessage/)
  await press(page, 'Send Test Message')
  const reason = 'The bot is not a member of the channel: invite it (not_in_channel).'
  await expectToast(page, 'Failed to send test notification', `${reason} Check SLACK_CHANNEL_ID.`)
  await expect(page.getByText(`Failed to send test notification: ${reason}`)).toBeVisible()
  await expect(tile(page, 'Channel')).toContainText('Not connected')
  await expect(tile(page, 'Channel')).toContainText(reason)
  await expect(tile(page, 'Channel')).toContainText(/Since .+ (GMT|UTC|[A-Z]{2,5})/)
  await expect(tile(page, 'Notifications')).toContainText('Not active')
  const shares = page.getByRole('listitem').filter({ hasText: 'Share submissions' })
  await expect(shares).toHaveText('Share submissionsEnabledHeld back until Slack is connected again.')
  await expectAccessible(page, { within: 'main' })

  refuse('is_archived', /conversations\.info/)
  await press(page, 'Test Connection')
  await expectToast(page, 'Slack connection failed', 'Check your Slack configuration.')
  await expect(
    page.getByText('Slack connection failed: The channel is archived (is_archived).'),
  ).toBeVisible()
  refuse('is_archived', /chat\.postMessage/)
  await press(page, 'Send Instructions')
  await expectToast(page, 'Failed to send instructions')
  expect(await story.sandbox.workplace.messages()).toHaveLength(before)

  await press(page, 'Test Connection')
  await expectToast(page, 'Slack connection successful')
  await expect(tile(page, 'Notifications')).toContainText('Messages are sent')
  await expect(shares).toHaveText('Share submissionsEnabled')
})

test('failed messages are told with the reason, and sent again where that can help', {
  tag: ['@slack-failed-retried', '@told-messages-retried', '@inv-14'],
}, async ({ story }) => {
  const now = story.clock.now().toISOString()
  const fail = (name: string, failure: string) =>
    story.run(
      `insert into chat_notifications (id, key, notification, created_at, tries, failure, failed_at)
       values ($1, $2, $3::jsonb, $4, 1, $5, $4)`,
      [newId(), name, JSON.stringify({ kind: 'member_joined', displayName: name }), now, failure],
    )
  const page = await openTab(story)
  await press(page, 'Test Connection')
  await expectToast(page, 'Slack connection successful')
  await fail('Lost One', 'invalid_blocks')
  await page.reload()
  const configuration = page.getByRole('region', { name: 'Configuration' })
  await expect(configuration).toContainText(
    '1 message failed. Reason: Slack refused (invalid_blocks). It cannot be sent again.',
  )
  await expect(configuration.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  await fail('Late One', 'econnrefused')
  await page.reload()
  await expect(configuration).toContainText(
    '2 messages failed. Latest reason: Slack cannot be reached (econnrefused). 1 of them cannot be sent again.',
  )
  await expectWhole(page, 'main')
  await press(page, 'Try again')
  await expectToast(page, 'Sending again', '1 message on the way.')
  await expect(configuration).toContainText('1 message failed.')
  await expect(configuration.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await expect(async () => {
    const told = (await story.sandbox.workplace.messages()).map(({ text }) => text)
    expect(told.at(-1)).toContain('Late One has joined')
  }).toPass()
  expect((await acts(story)).slice(-2)).toEqual(['slack.test-connection', 'slack.retry-failed'])
})

test('a status that cannot be loaded offers a retry, and other members may not use these endpoints', {
  tag: ['@admin-slack-failure', '@rights-chat'],
}, async ({ story }) => {
  story.faults.permit(brokenCalls)
  const page = await story.signIn(admin)
  await page.route(`**${getSlackStatus.path}`, (route) => route.abort())
  await page.goto(tab)
  await expect(page.getByRole('alert')).toHaveText(/^The Slack status could not be loaded\./)
  await page.unrouteAll()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(tile(page, 'Bot token')).toContainText('Configured')

  const before = (await story.sandbox.workplace.messages()).length
  const moderator = await story.signIn('tomasz.wojcik')
  const answer = await moderator.request.post(sendSlackTest.path, {
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  expect(answer.status()).toBe(403)
  expect(await story.sandbox.workplace.messages()).toHaveLength(before)
})

test.describe('without Slack', () => {
  test.use({ setup: { environment: { SLACK_BOT_TOKEN: '', SLACK_CHANNEL_ID: '' } } })

  test('the tiles say what is missing, and the buttons name the settings to check', {
    tag: [
      '@admin-slack-token',
      '@admin-slack-notifications',
      '@admin-slack-not-set-up',
      '@slack-missing-named',
      '@told-slack-failed',
    ],
  }, async ({ story }) => {
    const page = await openTab(story)
    const missing = 'Still missing: SLACK_BOT_TOKEN and SLACK_CHANNEL_ID. Set them and restart.'
    await expect(page.getByText(missing)).toBeVisible()
    await expect(tile(page, 'Bot token')).toContainText('Missing')
    await expect(tile(page, 'Channel')).toContainText('SLACK_CHANNEL_ID is not set.')
    await expect(tile(page, 'Notifications')).toContainText('Not sent until Slack is set up.')
    await press(page, 'Test Connection')
    await expectToast(page, 'Slack connection failed', 'Check your Slack configuration.')
    await expect(
      page.getByText('Slack connection failed: SLACK_BOT_TOKEN is not set. SLACK_CHANNEL_ID is not set.'),
    ).toBeVisible()
    expect(await acts(story)).toEqual([])
  })
})

async function openTab(story: Story): Promise<Page> {
  const page = await story.signIn(admin, tab)
  await expect(page.getByRole('heading', { level: 2, name: 'Slack Integration' })).toBeVisible()
  return page
}

function tile(page: Page, label: string): Locator {
  return page.getByRole('list', { name: 'Slack status' }).getByRole('listitem').filter({ hasText: label })
}

async function press(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
}

/** What administrators did with the chat, the oldest first. */
async function acts(story: Story): Promise<string[]> {
  const rows = await story.run<{ action: string }>(
    `select action from audit_entries where action like 'slack.%' order by created_at, id`,
  )
  return rows.map(({ action }) => action)
}
