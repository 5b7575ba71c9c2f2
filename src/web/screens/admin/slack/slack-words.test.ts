import { expect, it } from 'vitest'
import type { SlackStatus } from '#contract/slack.ts'
import { ApiError } from '#web/api/client.ts'
import { channelName, heldBack, importText, refusalReason, tilesOf } from './slack-words.ts'

const connected: SlackStatus = {
  botTokenConfigured: true,
  channelConfigured: true,
  channelConnected: true,
  notificationsActive: true,
  connection: { state: 'connected', code: null, reason: null, since: '2026-03-11T10:00:00.000Z' },
  team: 'Brightwater',
  channel: 'company-social',
  waiting: 0,
  failed: 0,
  lastSentAt: null,
  lastFailure: null,
  notifications: [],
  lastImport: null,
}

const unknown = { state: 'unknown', code: null, reason: null, since: null } as const
const archived: SlackStatus['connection'] = {
  code: 'is_archived',
  reason: 'The channel is archived (is_archived)',
  state: 'disconnected',
  since: '2026-03-11T10:00:00.000Z',
}

it.each<[string, Partial<SlackStatus>, string[]]>([
  ['works', {}, ['Configured', 'Connected', 'Active']],
  [
    'is not set up',
    {
      botTokenConfigured: false,
      channelConfigured: false,
      channelConnected: false,
      notificationsActive: false,
      connection: unknown,
    },
    ['Missing', 'Missing', 'Not active'],
  ],
  [
    'was never asked',
    { channelConnected: false, connection: unknown },
    ['Configured', 'Not connected yet', 'Active'],
  ],
  [
    'refuses',
    { channelConnected: false, notificationsActive: false, connection: archived },
    ['Configured', 'Not connected', 'Not active'],
  ],
])('the tiles of a chat that %s', { tags: ['admin-slack-tiles'] }, (_what, change, words) => {
  expect(tilesOf({ ...connected, ...change }).map(({ word }) => word)).toEqual(words)
})

it('a tile says why the channel is not connected, and since when', {
  tags: ['admin-slack-not-connected'],
}, () => {
  const [, channel] = tilesOf({ ...connected, channelConnected: false, connection: archived })
  expect(channel).toMatchObject({ note: 'The channel is archived (is_archived).', since: archived.since })
})

it('messages are held back while Slack refuses, and not sent at all without it', () => {
  expect(heldBack(connected)).toBe('')
  expect(heldBack({ ...connected, notificationsActive: false })).toMatch(/^Held back/)
  expect(heldBack({ ...connected, notificationsActive: false, channelConfigured: false })).toMatch(
    /^Not sent/,
  )
})

it('the channel is named with its workspace if both are known', () => {
  expect(channelName(connected)).toBe('#company-social in Brightwater')
  expect(channelName({ channel: 'company-social', team: null })).toBe('#company-social')
  expect(channelName({ channel: null, team: 'Brightwater' })).toBeNull()
})

it('an import is summed up in counts, with the reason if it stopped early', () => {
  const followed = { disabled: 0, enabled: 0 }
  const tally = { at: '2026-03-11T10:00:00.000Z', created: 3, linked: 1, updated: 0, skipped: 4, ...followed }
  const counts = '3 added, 1 linked to their account, 0 new pictures, 4 skipped.'
  expect(importText({ ...tally, failure: null })).toBe(counts)
  expect(importText({ ...tally, failure: 'Slack refused (odd)' })).toBe(
    `${counts} It stopped early: Slack refused (odd).`,
  )
  expect(importText({ ...tally, disabled: 2, enabled: 1, failure: null })).toBe(
    '3 added, 1 linked to their account, 0 new pictures, 4 skipped, 2 disabled because they left, 1 enabled because they came back.',
  )
})

it('a refusal names the settings to check, or repeats the server’s message', () => {
  const refused = (body: object) => refusalReason(new ApiError(502, JSON.stringify(body)))
  const message = 'Slack connection failed'
  const archivedIssue = { path: 'SLACK_CHANNEL_ID', message: 'The channel is archived (is_archived)' }
  expect(refused({ message, issues: [archivedIssue] })).toBe(
    'The channel is archived (is_archived). Check SLACK_CHANNEL_ID.',
  )
  const missing = ['SLACK_BOT_TOKEN', 'SLACK_CHANNEL_ID'].map((path) => ({ path, message: 'Is not set' }))
  expect(refused({ message, issues: missing })).toBe(
    'SLACK_BOT_TOKEN is not set. SLACK_CHANNEL_ID is not set.',
  )
  expect(refused({ message: 'Too many requests. Please wait a moment.' })).toBe(
    'Too many requests. Please wait a moment.',
  )
})
