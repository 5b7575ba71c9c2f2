import { expect, it } from 'vitest'
import type { SlackStatus } from '#contract/slack.ts'
import { ApiError } from '#web/api/client.ts'
import {
  channelName,
  directText,
  failedText,
  heldBack,
  mailText,
  missingText,
  refusalReason,
  tilesOf,
} from './slack-words.ts'

const connected: SlackStatus = {
  missing: [],
  botTokenConfigured: true,
  channelConfigured: true,
  channelConnected: true,
  notificationsActive: true,
  direct: { waiting: 0, failed: 0, halt: null },
  mail: { isSetUp: true, waiting: 0, failed: 0, halt: null },
  connection: { state: 'connected', code: null, reason: null, since: '2026-03-11T10:00:00.000Z' },
  team: 'Brightwater',
  channel: 'company-social',
  waiting: 0,
  failed: 0,
  retryable: 0,
  lastSentAt: null,
  lastFailure: null,
  lastFailureAdvice: null,
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

const lastFailure = 'Slack cannot be reached (econnrefused)'
const lastFailureAdvice = 'Try again in a few minutes.'

it.each<[Partial<SlackStatus>, string]>([
  [{}, ''],
  [
    { failed: 1, retryable: 1, lastFailure, lastFailureAdvice },
    `1 message failed. Reason: ${lastFailure}. ${lastFailureAdvice}`,
  ],
  [
    { failed: 3, retryable: 3, lastFailure, lastFailureAdvice },
    `3 messages failed. Latest reason: ${lastFailure}. ${lastFailureAdvice}`,
  ],
  [
    { failed: 3, retryable: 1, lastFailure, lastFailureAdvice },
    `3 messages failed. Latest reason: ${lastFailure}. 2 of them cannot be sent again. ${lastFailureAdvice}`,
  ],
  [
    { failed: 2, lastFailure: 'The message could not be built (unreadable)', lastFailureAdvice: 'x' },
    '2 messages failed. Latest reason: The message could not be built (unreadable). They cannot be sent again. Later messages are not affected.',
  ],
])('failed messages are told with their reason: %j', { tags: ['slack-failed-retried'] }, (change, text) => {
  expect(failedText({ ...connected, ...change })).toBe(text)
})

it('the variables that are missing are named', { tags: ['slack-missing-named'] }, () => {
  expect(missingText({ missing: [] })).toBe('')
  expect(missingText({ missing: ['SLACK_TEAM_ID'] })).toBe(
    'Still missing: SLACK_TEAM_ID. Set it and restart.',
  )
  expect(missingText({ missing: ['SLACK_BOT_TOKEN', 'SLACK_CHANNEL_ID'] })).toBe(
    'Still missing: SLACK_BOT_TOKEN and SLACK_CHANNEL_ID. Set them and restart.',
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

it.each([
  [{ waiting: 0, failed: 0, halt: null }, '0 messages waiting.'],
  [{ waiting: 1, failed: 2, halt: null }, '1 message waiting. 2 messages could not be delivered.'],
  [{ waiting: 3, failed: 0, halt: 'Refused (x)' }, 'Held back: Refused (x). 3 messages waiting.'],
])('says how direct messages fare: %j', (direct, text) => {
  expect(directText(direct)).toBe(text)
})

it.each<[SlackStatus['mail'], string]>([
  [
    { isSetUp: false, waiting: 0, failed: 0, halt: null },
    'Not set up. Set SMTP_URL and MAIL_FROM, and restart.',
  ],
  [
    { isSetUp: true, waiting: 2, failed: 1, halt: 'The mail server asks to try again later' },
    'Held back: The mail server asks to try again later. 2 messages waiting. 1 message could not be delivered.',
  ],
])('says how e-mails fare: %j', { tags: ['mail-halt'] }, (mail, text) => {
  expect(mailText(mail)).toBe(text)
})
