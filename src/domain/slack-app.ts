import { isLoopbackHost } from './loopback.ts'

/** The permissions that a workspace's Slack app needs, described for the person who creates it. */

/** The sign-in requests these itself; nobody has to set them in the app. */
export const signInScopes = ['openid', 'profile', 'email'] as const

export interface BotScope {
  readonly scope: string
  readonly meaning: string
}

export const botScopes: readonly BotScope[] = [
  { scope: 'chat:write', meaning: 'Post to the channel' },
  {
    scope: 'channels:read',
    meaning: 'Check that the channel exists; a private channel needs groups:read',
  },
  { scope: 'users:read', meaning: 'Import members, and notice who left' },
  { scope: 'users:read.email', meaning: 'Read email addresses, which the import needs' },
  { scope: 'commands', meaning: 'Offer the command /ovation' },
  { scope: 'im:write', meaning: 'Write to members directly, as they choose' },
  { scope: 'usergroups:read', meaning: 'Let teams follow user groups; not needed otherwise' },
  {
    scope: 'chat:write.public',
    meaning: 'Post without an invitation; not needed in channels that have the app',
  },
]

/** The addresses at which Slack calls the product: with events, presses of buttons, and commands. */
export const slackEventsPath = '/slack/events'
export const slackInteractivityPath = '/slack/interactivity'
export const slackCommandsPath = '/slack/commands'
/** Apps that were created for an earlier version call these. */
export const earlierEventsPath = '/api/slack/events'
export const earlierInteractivityPath = '/api/slack/interactivity'
/** The name of the command. */
export const slackCommand = '/ovation'
/** The events that Slack tells. */
export const slackEvents = ['user_change', 'team_join', 'app_home_opened'] as const

/**
 * Whether an address is one at which Slack takes answers: on a host of Slack, or where its API is. Only a signed call
 * names one, so this guards against a secret in wrong hands.
 */
export function isAnswerAddress(address: string, apiUrl: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname, host } = new URL(address)
  const api = new URL(apiUrl)
  const isOfApi = protocol === api.protocol && host === api.host
  if (isOfApi || (isLoopbackHost(hostname) && isLoopbackHost(api.hostname))) return true
  return protocol === 'https:' && /(^|\.)slack(-gov)?\.com$/.test(hostname)
}

/** The most characters that Slack accepts as the name of an app. */
const longestName = 35
/** Browsers and the servers on the way accept addresses of this length. */
const longestAddress = 8_000

interface SlackAppPlace {
  /** The name of the workspace; null for none. */
  readonly name: string | null
  /** The origin of the product. */
  readonly publicUrl: string
  /** Where a sign-in comes back to. */
  readonly redirectUrl: string
}

/**
 * The description from which Slack makes the app. Slack checks the address for events when it makes the app, so an
 * address that it cannot reach is left out.
 */
export function slackManifest({ name, publicUrl, redirectUrl }: SlackAppPlace) {
  const isCalled = isReachable(publicUrl)
  return {
    display_information: {
      name: appName(name),
      description: 'Points for reporting what you did with company posts',
    },
    features: {
      bot_user: { display_name: 'Ovation', always_online: true },
      // Without its tab of messages, Slack refuses direct messages.
      app_home: {
        ...(isCalled && { home_tab_enabled: true }),
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: true,
      },
      ...(isCalled && {
        slash_commands: [
          {
            command: slackCommand,
            url: `${publicUrl}${slackCommandsPath}`,
            description: 'Your points, and what waits for you',
            usage_hint: '[board | undo | share <link> | help]',
            should_escape: false,
          },
        ],
      }),
    },
    oauth_config: {
      redirect_urls: [redirectUrl],
      scopes: { bot: botScopes.map(({ scope }) => scope) },
    },
    settings: {
      ...(isCalled && {
        event_subscriptions: {
          request_url: `${publicUrl}${slackEventsPath}`,
          bot_events: [...slackEvents],
        },
        interactivity: { is_enabled: true, request_url: `${publicUrl}${slackInteractivityPath}` },
      }),
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: false,
    },
  }
}

/** Slack's page for a new app, filled in; null if the address would be too long. */
export function slackAppAddress(manifest: ReturnType<typeof slackManifest>): string | null {
  const address = `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`
  return address.length > longestAddress ? null : address
}

/** Where Slack shows the value of each variable. */
const whereToFind: Readonly<Record<string, string>> = {
  SLACK_CLIENT_ID: 'Basic Information, App Credentials, Client ID',
  SLACK_CLIENT_SECRET: 'Basic Information, App Credentials, Client Secret',
  SLACK_TEAM_ID: 'the address of your workspace in a browser: the part that begins with T',
  SLACK_BOT_TOKEN: 'OAuth & Permissions, after Install to Workspace: the Bot User OAuth Token',
  SLACK_CHANNEL_ID: 'the channel, View channel details, at the foot: the part that begins with C',
  SLACK_SIGNING_SECRET:
    'Basic Information, App Credentials, Signing Secret (for buttons and commands in Slack)',
}

/** These variables, one in each line, to be filled in, each below a comment that says where its value is. */
export function slackSettings(names: readonly string[]): string {
  return names.map((name) => `# ${whereToFind[name] ?? 'Slack'}\n${name}=`).join('\n')
}

function appName(workspace: string | null): string {
  const name = workspace === null ? 'Ovation' : `Ovation at ${workspace}`
  return Array.from(name).length > longestName ? 'Ovation' : name
}

/** Whether Slack may reach an origin: https, and no address of this machine or of a private network. */
function isReachable(origin: string): boolean {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' && !isPrivateName(hostname)
}

/** Endings of names that only a private network can reach. */
const privateNames = /\.(localhost|local|lan|home|internal|intranet|corp|test|example|invalid|home\.arpa)\.?$/

function isPrivateName(host: string): boolean {
  const isName = host.includes('.') && !/^[\d.]+$/.test(host) && !host.startsWith('[')
  return !isName || privateNames.test(host)
}
