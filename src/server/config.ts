import { isIP } from 'node:net'
import { isTimeZone } from '#domain/days.ts'

/** What the process was told by its environment. Secrets are held as they are and must never be logged. */
export interface Config {
  /** What the process says it runs for; it changes nothing else. */
  readonly mode: 'development' | 'production'
  readonly port: number
  readonly host: string
  /** Origin under which browsers reach the product, without a trailing slash. */
  readonly publicUrl: string
  /** The origin that it had before it moved; null when it has not. */
  readonly legacyPublicUrl: string | null
  /** How messages call the workspace; null where they do not name it. */
  readonly workspaceName: string | null
  readonly dataDir: string
  /** Null keeps the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  readonly timeZone: string
  readonly adminEmail: string | null
  readonly adminPassword: string | null
  readonly sessionSecret: string | null
  /** Null when sign-in with the chat is not set up. */
  readonly slack: SlackConfig | null
  /** The workspace that may sign in, and whose chat is told of things. */
  readonly slackTeamId: string | null
  /** Ends with a slash. */
  readonly slackApiUrl: string
  readonly slackBotToken: string | null
  /** The channel that is told. */
  readonly slackChannelId: string | null
  readonly webhookSecret: string | null
  readonly webhookSecretPrevious: string | null
  /** Hosts to which deliveries may go out, each a name or `name:port`. */
  readonly zapierHosts: readonly string[]
  /** Hosts, each a name or `name:port`, that may be private, speak plain http and use any port. */
  readonly allowedPrivateHosts: readonly string[]
  /** Addresses of proxies whose X-Forwarded-For is believed. */
  readonly trustProxy: readonly string[]
  readonly isEmergencySignInOpen: boolean
  readonly logLevel: LogLevel
}

export interface SlackConfig {
  readonly clientId: string
  readonly clientSecret: string
  readonly teamId: string
  readonly issuer: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

const longestName = 80

type Environment = Readonly<Record<string, string | undefined>>

/** Carries one line for each variable that cannot be used. */
export class ConfigError extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Reads the configuration. Throws a ConfigError that names every variable that is wrong. */
export function readConfig(environment: Environment = process.env): Config {
  const reader = new Reader(environment)
  const port = reader.integer('PORT', 3000, 65_535)
  const isInsecureAllowed = reader.flag('ALLOW_INSECURE_HTTP', false)
  const config: Config = {
    mode: reader.text('NODE_ENV') === 'development' ? 'development' : 'production',
    port,
    host: reader.text('HOST') ?? '127.0.0.1',
    publicUrl: reader.publicUrl('PUBLIC_URL', `http://localhost:${port}`, isInsecureAllowed),
    legacyPublicUrl: reader.origin('LEGACY_PUBLIC_URL', isInsecureAllowed),
    workspaceName: reader.checked(
      'WORKSPACE_NAME',
      (text) => text.length <= longestName,
      `at most ${longestName} characters long`,
    ),
    dataDir: reader.text('DATA_DIR') ?? './data',
    databaseUrl: reader.databaseUrl('DATABASE_URL'),
    timeZone:
      reader.checked('WORKSPACE_TIME_ZONE', isTimeZone, 'an IANA time zone such as Europe/Berlin') ?? 'UTC',
    adminEmail:
      reader
        .checked('ADMIN_EMAIL', (text) => /^[^\s@]+@[^\s@]+$/.test(text), 'an e-mail address')
        ?.toLowerCase() ?? null,
    adminPassword: reader.verbatim('ADMIN_PASSWORD'),
    sessionSecret: reader.secret('SESSION_SECRET', 32),
    slack: reader.slack(),
    slackTeamId: reader.text('SLACK_TEAM_ID'),
    slackApiUrl: reader.apiUrl('SLACK_API_URL', 'https://slack.com/api/'),
    slackBotToken: reader.text('SLACK_BOT_TOKEN'),
    slackChannelId: reader.checked(
      'SLACK_CHANNEL_ID',
      (text) => /^[CGD][A-Z0-9]{2,31}$/.test(text),
      "a channel's id such as C0123456789, not its name",
    ),
    webhookSecret: reader.secret('WEBHOOK_SECRET', 24),
    webhookSecretPrevious: reader.secret('WEBHOOK_SECRET_PREVIOUS', 24),
    zapierHosts: reader.hosts('ZAPIER_HOSTS', ['hooks.zapier.com']),
    allowedPrivateHosts: reader.hosts('ALLOWED_PRIVATE_HOSTS', []),
    trustProxy: reader.addresses('TRUST_PROXY'),
    isEmergencySignInOpen: reader.flag('EMERGENCY_LOGIN', true),
    logLevel: reader.oneOf('LOG_LEVEL', logLevels, 'info'),
  }
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return config
}

class Reader {
  readonly problems: string[] = []
  readonly #environment: Environment

  constructor(environment: Environment) {
    this.#environment = environment
  }

  text(name: string): string | null {
    return this.#environment[name]?.trim() || null
  }

  /** The value with the spaces around it, which count in a password. */
  verbatim(name: string): string | null {
    return this.#environment[name] || null
  }

  checked(name: string, isValid: (text: string) => boolean, wanted: string): string | null {
    const text = this.text(name)
    if (text === null || isValid(text)) return text
    return this.#refuse(name, `must be ${wanted}`)
  }

  integer(name: string, fallback: number, most: number): number {
    const text = this.text(name)
    if (text === null) return fallback
    if (/^\d+$/.test(text) && Number(text) <= most) return Number(text)
    this.#refuse(name, `must be a whole number from 0 to ${most}`)
    return fallback
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name)?.toLowerCase()
    if (text === undefined) return fallback
    if (['1', 'on', 'true', 'yes'].includes(text)) return true
    if (['0', 'off', 'false', 'no'].includes(text)) return false
    this.#refuse(name, 'must be on or off')
    return fallback
  }

  oneOf<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word {
    const text = this.text(name)
    if (text === null) return fallback
    const word = words.find((candidate) => candidate === text)
    if (!word) this.#refuse(name, `must be one of ${words.join(', ')}`)
    return word ?? fallback
  }

  secret(name: string, fewest: number): string | null {
    const text = this.text(name)
    if (text === null || text.length >= fewest) return text
    return this.#refuse(name, `must be at least ${fewest} characters long`)
  }

  publicUrl(name: string, fallback: string, isInsecureAllowed: boolean): string {
    return this.origin(name, isInsecureAllowed) ?? fallback
  }

  origin(name: string, isInsecureAllowed: boolean): string | null {
    const text = this.text(name)
    if (text === null) return null
    const url = URL.canParse(text) ? new URL(text) : null
    if (
      !url ||
      !['http:', 'https:'].includes(url.protocol) ||
      url.pathname !== '/' ||
      url.search ||
      url.username ||
      url.password
    ) {
      return this.#refuse(name, 'must be an origin such as https://ovation.example.net, without a path')
    }
    if (url.protocol === 'http:' && !isLoopback(url.hostname) && !isInsecureAllowed) {
      this.#refuse(
        name,
        'must be https, because sign-in over plain http can be read on the way (ALLOW_INSECURE_HTTP=on overrides)',
      )
    }
    return url.origin
  }

  databaseUrl(name: string): string | null {
    return this.checked(
      name,
      (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text),
      'a postgres:// address',
    )
  }

  addresses(name: string): readonly string[] {
    const list = (this.text(name) ?? '')
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
    const bad = list.filter((entry) => !isAddressRange(entry))
    if (bad.length > 0)
      this.#refuse(name, `must list addresses or CIDR ranges; not understood: ${bad.join(', ')}`)
    return list
  }

  hosts(name: string, fallback: readonly string[]): readonly string[] {
    const list = (this.text(name) ?? '')
      .toLowerCase()
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean)
    const bad = list.filter((entry) => !isHost(entry))
    if (bad.length > 0)
      this.#refuse(name, `must list hosts such as hooks.zapier.com; not understood: ${bad.join(', ')}`)
    return list.length > 0 ? list : fallback
  }

  apiUrl(name: string, fallback: string): string {
    const text = this.checked(name, isIssuer, 'https, or http on a loopback host') ?? fallback
    return text.endsWith('/') ? text : `${text}/`
  }

  slack(): SlackConfig | null {
    const clientId = this.text('SLACK_CLIENT_ID')
    const clientSecret = this.text('SLACK_CLIENT_SECRET')
    const teamId = this.text('SLACK_TEAM_ID')
    const issuer =
      this.checked('SLACK_ISSUER', isIssuer, 'https, or http on a loopback host') ?? 'https://slack.com'
    // A half-configured chat is reported at sign-in, so that the emergency sign-in still works meanwhile.
    return clientId && clientSecret && teamId ? { clientId, clientSecret, teamId, issuer } : null
  }

  #refuse(name: string, why: string): null {
    this.problems.push(`${name} ${why}`)
    return null
  }
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname))
}

/** A host as an address spells it, with its port where it has one. */
function isHost(text: string): boolean {
  return URL.canParse(`http://${text}`) && /^[^/?#@\s]+$/.test(text)
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127\./.test(hostname)
  )
}

function isAddressRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
