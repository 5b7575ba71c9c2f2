import { describe, expect, it } from 'vitest'
import { isAnswerAddress, slackAppAddress, slackManifest, slackSettings } from './slack-app.ts'

const place = (publicUrl: string, name: string | null = 'Brightwater') => ({
  name,
  publicUrl,
  redirectUrl: `${publicUrl}/auth/slack/callback`,
})

describe('the manifest of the Slack app', () => {
  it('has the name, the redirect address, the scopes, and the addresses for events and buttons', () => {
    const manifest = slackManifest(place('https://ovation.brightwater.com'))
    expect(manifest.display_information.name).toBe('Ovation at Brightwater')
    expect(manifest.oauth_config).toEqual({
      redirect_urls: ['https://ovation.brightwater.com/auth/slack/callback'],
      scopes: {
        bot: [
          'chat:write',
          'channels:read',
          'users:read',
          'users:read.email',
          'commands',
          'im:write',
          'usergroups:read',
          'chat:write.public',
        ],
      },
    })
    expect(manifest.features.app_home).toEqual({
      home_tab_enabled: true,
      messages_tab_enabled: true,
      messages_tab_read_only_enabled: true,
    })
    expect(manifest.settings).toMatchObject({
      event_subscriptions: {
        request_url: 'https://ovation.brightwater.com/slack/events',
        bot_events: ['user_change', 'team_join', 'app_home_opened'],
      },
      interactivity: {
        is_enabled: true,
        request_url: 'https://ovation.brightwater.com/slack/interactivity',
      },
    })
    expect(manifest.features).toMatchObject({
      app_home: { home_tab_enabled: true },
      slash_commands: [{ command: '/ovation', url: 'https://ovation.brightwater.com/slack/commands' }],
    })
  })

  it.each([
    'http://localhost:3000',
    'https://localhost',
    'https://127.0.0.1',
    'https://[::1]',
    'https://10.0.0.4',
    'https://intranet',
    'https://ovation.local',
    'https://ovation.local.',
    'https://ovation.corp',
    'https://ovation.home.arpa',
    'http://ovation.brightwater.com',
  ])('leaves out the addresses that Slack cannot reach at %s', (publicUrl) => {
    const { settings } = slackManifest(place(publicUrl))
    expect(settings).not.toHaveProperty('event_subscriptions')
    expect(settings).not.toHaveProperty('interactivity')
  })

  it.each([
    [null, 'Ovation'],
    ['A'.repeat(24), `Ovation at ${'A'.repeat(24)}`],
    ['A'.repeat(25), 'Ovation'],
    ['🎉'.repeat(24), `Ovation at ${'🎉'.repeat(24)}`],
  ])('names the app of the workspace %s within 35 characters', (name, wanted) => {
    expect(slackManifest(place('https://ovation.brightwater.com', name)).display_information.name).toBe(
      wanted,
    )
  })
})

describe('the address of the page for a new app', () => {
  it('carries the manifest', () => {
    const manifest = slackManifest(place('https://ovation.brightwater.com'))
    const address = new URL(slackAppAddress(manifest) ?? '')
    expect(`${address.origin}${address.pathname}`).toBe('https://api.slack.com/apps')
    expect(address.searchParams.get('new_app')).toBe('1')
    expect(JSON.parse(address.searchParams.get('manifest_json') ?? '')).toEqual(manifest)
  })

  it('is missing where it would be longer than browsers accept', () => {
    expect(slackAppAddress(slackManifest(place(`https://${'long.'.repeat(2_000)}com`)))).toBeNull()
  })
})

it('the settings have a line for each variable, below where its value is', () => {
  expect(slackSettings(['SLACK_TEAM_ID', 'SLACK_BOT_TOKEN'])).toBe(
    [
      '# the address of your workspace in a browser: the part that begins with T',
      'SLACK_TEAM_ID=',
      '# OAuth & Permissions, after Install to Workspace: the Bot User OAuth Token',
      'SLACK_BOT_TOKEN=',
    ].join('\n'),
  )
  expect(slackSettings([])).toBe('')
})

describe('the address for an answer', () => {
  const slackApi = 'https://slack.com/api/'

  it.each([
    'https://hooks.slack.com/actions/T1/2/abc',
    'https://slack.com/x',
    'https://hooks.slack-gov.com/a',
  ])('is accepted on a host of Slack: %s', { tags: ['chat-calls-signed'] }, (address) => {
    expect(isAnswerAddress(address, slackApi)).toBe(true)
  })

  it.each([
    '',
    'nonsense',
    'http://hooks.slack.com/actions',
    'https://hooks.slack.com.evil.example/a',
    'https://evilslack.com/a',
    'https://169.254.169.254/latest',
    'http://127.0.0.1:4000/a',
    'javascript:alert(1)',
  ])('is refused elsewhere: %s', { tags: ['chat-calls-signed'] }, (address) => {
    expect(isAnswerAddress(address, slackApi)).toBe(false)
  })

  it('is on this machine only where the API is too', () => {
    expect(isAnswerAddress('http://127.0.0.1:4000/a', 'http://127.0.0.1:5000/api/')).toBe(true)
    expect(isAnswerAddress('https://chat.example/a', 'https://chat.example/api/')).toBe(true)
  })
})
