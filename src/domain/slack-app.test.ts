import { describe, expect, it } from 'vitest'
import { slackAppAddress, slackManifest, slackSettings } from './slack-app.ts'

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
          'usergroups:read',
          'chat:write.public',
        ],
      },
    })
    expect(manifest.settings).toMatchObject({
      event_subscriptions: {
        request_url: 'https://ovation.brightwater.com/api/slack/events',
        bot_events: ['user_change', 'team_join'],
      },
      interactivity: {
        is_enabled: true,
        request_url: 'https://ovation.brightwater.com/api/slack/interactivity',
      },
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
