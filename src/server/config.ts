import { isIP } from 'node:net'
import { z } from 'zod'
import { isTimeZone } from '#domain/days.ts'
import { isLoopbackHost, isSecureAddress } from '#domain/loopback.ts'
import { defaultDataDir } from './quick-start.ts'

/** The configuration from the environment. It contains secrets in the clear and must never be logged. */
export type Config = Readonly<ReturnType<typeof configFrom>>

export interface SlackConfig {
  readonly clientId: string
  readonly clientSecret: string
  readonly teamId: string
  readonly issuer: string
}

/** The mail server, and what stands in the From field of mails. */
export interface MailConfig {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS. Without it, STARTTLS is required unless the host is a loopback one. */
  readonly isSecure: boolean
  readonly isLoopback: boolean
  readonly signIn: { readonly user: string; readonly password: string } | null
  readonly from: { readonly name: string; readonly address: string }
}

type Environment = Readonly<Record<string, string | undefined>>

/** Has one line for each invalid variable. */
export class ConfigError extends Error {
  readonly lines: readonly string[]
  constructor(lines: readonly string[]) {
    super(lines.join('\n'))
    this.lines = lines
  }
}

/** Reads the configuration. Throws a ConfigError that names every invalid variable. */
export function readConfig(environment: Environment = process.env): Config {
  const isInsecureAllowed = flag.safeParse(environment.ALLOW_INSECURE_HTTP).data ?? false
  const result = environmentSchema(isInsecureAllowed).safeParse(environment)
  if (result.success) return configFrom(result.data)
  throw new ConfigError(result.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`))
}

type Values = z.output<ReturnType<typeof environmentSchema>>

function configFrom(values: Values) {
  const port = values.PORT ?? 3000
  return {
    /** Reported by the process; it changes nothing else. */
    mode: values.NODE_ENV,
    port,
    host: values.HOST ?? '127.0.0.1',
    /** The origin at which browsers reach the product, without a trailing slash. */
    publicUrl: values.PUBLIC_URL ?? `http://localhost:${port}`,
    /** The product's previous origin; null when it has not moved. */
    legacyPublicUrl: values.LEGACY_PUBLIC_URL,
    /** The workspace's name in messages; null when they do not name it. */
    workspaceName: values.WORKSPACE_NAME,
    dataDir: values.DATA_DIR ?? defaultDataDir,
    /** Null means the embedded database in `dataDir`. */
    databaseUrl: values.DATABASE_URL,
    /** A replica of that database, from which lists are read; null without one. */
    databaseReadUrl: values.DATABASE_READ_URL,
    timeZone: values.WORKSPACE_TIME_ZONE ?? 'UTC',
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    sessionSecret: values.SESSION_SECRET,
    /** Null when sign-in with Slack is not set up. */
    slack: slackFrom(values),
    /** The variables of sign-in and chat that are not set, by name. */
    missingSlackVariables: slackVariables.filter((name) => values[name] === null),
    /** The Slack workspace whose members may sign in, and whose chat gets notifications. */
    slackTeamId: values.SLACK_TEAM_ID,
    /** Ends with a slash. */
    slackApiUrl: (values.SLACK_API_URL ?? 'https://slack.com/api/').replace(/\/?$/, '/'),
    slackBotToken: values.SLACK_BOT_TOKEN,
    /** The channel for notifications. */
    slackChannelId: values.SLACK_CHANNEL_ID,
    /** Gets what waits for reviewers; null for none. */
    slackReviewChannelId: values.SLACK_REVIEW_CHANNEL_ID,
    /** Proves that a call comes from Slack; null when none are accepted. */
    slackSigningSecret: values.SLACK_SIGNING_SECRET,
    /** Null when no e-mails are sent. */
    mail: mailFrom(values),
    webhookSecret: values.WEBHOOK_SECRET,
    webhookSecretPrevious: values.WEBHOOK_SECRET_PREVIOUS,
    /** Hosts to which deliveries may be sent, each a name or `name:port`. */
    zapierHosts: values.ZAPIER_HOSTS.length > 0 ? values.ZAPIER_HOSTS : ['hooks.zapier.com'],
    /** Hosts, each a name or `name:port`, that may be private, use plain http and any port. */
    allowedPrivateHosts: values.ALLOWED_PRIVATE_HOSTS,
    /** Addresses of proxies whose X-Forwarded-For is trusted. */
    trustProxy: values.TRUST_PROXY,
    /** Encrypts backups and opens encrypted ones; null when they are not encrypted. */
    backupPassphrase: values.BACKUP_PASSPHRASE,
    isEmergencySignInOpen: values.EMERGENCY_LOGIN ?? true,
    logLevel: values.LOG_LEVEL ?? 'info',
    /** Which part of the successful requests has a line at the level info, from 0 to 1. */
    logSample: values.LOG_SAMPLE ?? 0,
    /** The bearer that a reader of the metrics needs; null lets in readers on this machine. */
    metricsToken: values.METRICS_TOKEN,
  }
}

type Databases = Readonly<Record<'DATABASE_URL' | 'DATABASE_READ_URL', string | null>>

/** The variables, in the order in which their errors are reported. */
function environmentSchema(isInsecureAllowed: boolean) {
  const variables = z.object({
    PORT: wholeNumber(65_535),
    ALLOW_INSECURE_HTTP: flag,
    NODE_ENV: text.pipe(z.enum(['development', 'production']).catch('production')),
    HOST: text,
    PUBLIC_URL: origin(isInsecureAllowed),
    LEGACY_PUBLIC_URL: origin(isInsecureAllowed),
    WORKSPACE_NAME: checked((value) => value.length <= 80, 'at most 80 characters long'),
    DATA_DIR: text,
    DATABASE_URL: postgresUrl,
    DATABASE_READ_URL: postgresUrl,
    WORKSPACE_TIME_ZONE: checked(isTimeZone, 'an IANA time zone such as Europe/Berlin'),
    ADMIN_EMAIL: checked((value) => /^[^\s@]+@[^\s@]+$/.test(value), 'an e-mail address').transform(
      (value) => value?.toLowerCase() ?? null,
    ),
    // Not trimmed: spaces are part of a password.
    ADMIN_PASSWORD: z
      .string()
      .optional()
      .transform((value) => value || null),
    SESSION_SECRET: secret(32),
    SLACK_CLIENT_ID: text,
    SLACK_CLIENT_SECRET: text,
    SLACK_TEAM_ID: text,
    SLACK_ISSUER: secureUrl,
    SLACK_API_URL: secureUrl,
    SLACK_BOT_TOKEN: text,
    SLACK_CHANNEL_ID: channelId,
    SLACK_REVIEW_CHANNEL_ID: channelId,
    SLACK_SIGNING_SECRET: secret(24),
    SMTP_URL: checked(
      isServer,
      'an address such as smtps://user:password@mail.example.net or smtp://mail.example.net:587',
    ),
    MAIL_FROM: checked(
      isSender,
      'an e-mail address, or one with a name such as Ovation <ovation@example.net>',
    ),
    WEBHOOK_SECRET: secret(24),
    WEBHOOK_SECRET_PREVIOUS: secret(24),
    ZAPIER_HOSTS: hosts,
    ALLOWED_PRIVATE_HOSTS: hosts,
    TRUST_PROXY: listOf(z.string(), isAddressRange, 'addresses or CIDR ranges'),
    BACKUP_PASSPHRASE: secret(15),
    EMERGENCY_LOGIN: flag,
    LOG_LEVEL: text.pipe(z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).nullable()),
    LOG_SAMPLE: checked((value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value), 'a number from 0 to 1').transform(
      (value) => (value === null ? null : Number(value)),
    ),
    METRICS_TOKEN: secret(24),
  })
  // Also asked when a variable alone is wrong, which has its own line then.
  const isOfDatabase = ({ DATABASE_URL: primary, DATABASE_READ_URL: replica }: Databases) =>
    replica === null || !isPostgresUrl(replica) || primary !== null
  return variables
    .refine(isOfDatabase, {
      path: ['DATABASE_READ_URL'],
      message: 'must be empty without DATABASE_URL, because the embedded database has no replica',
    })
    .refine(({ SMTP_URL: server, MAIL_FROM: sender }) => !isServer(server) || sender !== null, {
      path: ['MAIL_FROM'],
      message: 'must be set, because SMTP_URL is, and e-mails need both',
    })
    .refine(({ SMTP_URL: server, MAIL_FROM: sender }) => !isSender(sender) || server !== null, {
      path: ['SMTP_URL'],
      message: 'must be set, because MAIL_FROM is, and e-mails need both',
    })
}

/** What sign-in and chat need together. */
const slackVariables = [
  'SLACK_CLIENT_ID',
  'SLACK_CLIENT_SECRET',
  'SLACK_TEAM_ID',
  'SLACK_BOT_TOKEN',
  'SLACK_CHANNEL_ID',
] as const

function slackFrom(values: Values): SlackConfig | null {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, SLACK_TEAM_ID: teamId } = values
  // An incomplete Slack configuration is reported at sign-in, not here, so that emergency sign-in still works.
  if (!clientId || !clientSecret || !teamId) return null
  return { clientId, clientSecret, teamId, issuer: values.SLACK_ISSUER ?? 'https://slack.com' }
}

function mailFrom({ SMTP_URL: address, MAIL_FROM: sender }: Values): MailConfig | null {
  const server = serverOf(address ?? '')
  const from = senderOf(sender ?? '')
  return server && from && { ...server, from }
}

function isServer(value: string | null): boolean {
  return value !== null && serverOf(value) !== null
}

function isSender(value: string | null): boolean {
  return value !== null && senderOf(value) !== null
}

const mailPorts: Readonly<Record<string, number>> = { 'smtps:': 465, 'smtp:': 587 }

function serverOf(address: string): Omit<MailConfig, 'from'> | null {
  const url = URL.parse(address)
  const usualPort = mailPorts[url?.protocol ?? '']
  if (!url?.hostname || usualPort === undefined || !/^\/?$/.test(url.pathname) || url.search || url.hash)
    return null
  if ((url.username === '') !== (url.password === '')) return null
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decoded(url.username)
  const password = decoded(url.password)
  if (user === null || password === null) return null
  return {
    host,
    port: Number(url.port || usualPort),
    isSecure: url.protocol === 'smtps:',
    isLoopback: isLoopbackHost(url.hostname),
    signIn: user === '' ? null : { user, password },
  }
}

/** Text of an address without its percent signs; null if it is not text. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Neither part can end a line of an e-mail, or its own place in it. */
function senderOf(text: string): MailConfig['from'] | null {
  const [, name = '', bracketed, alone] =
    /^(?:([^<>"\p{Cc}]*?)\s*<([^\s<>@"(),;:]+@[^\s<>@"(),;:]+)>|([^\s<>@"(),;:]+@[^\s<>@"(),;:]+))$/u.exec(
      text,
    ) ?? []
  const address = bracketed ?? alone
  return address === undefined || text.length > 200 ? null : { name, address }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const text = z
  .string()
  .optional()
  .transform((value) => value?.trim() || null)

const flag = text.pipe(
  z
    .stringbool({
      truthy: ['1', 'on', 'true', 'yes'],
      falsy: ['0', 'off', 'false', 'no'],
      error: 'must be on or off',
    })
    .nullable(),
)

const channelId = checked(
  (value) => /^[CGD][A-Z0-9]{2,31}$/.test(value),
  "a channel's id such as C0123456789, not its name",
)
const secureUrl = checked(isSecureAddress, 'https, or http on a loopback host')

const postgresUrl = checked(isPostgresUrl, 'a postgres:// address')

const hosts = listOf(z.string().toLowerCase(), isHost, 'hosts such as hooks.zapier.com')

function checked(isValid: (value: string) => boolean, wanted: string) {
  return text.refine((value) => value === null || isValid(value), `must be ${wanted}`)
}

function wholeNumber(most: number) {
  return checked(
    (value) => /^\d+$/.test(value) && Number(value) <= most,
    `a whole number from 0 to ${most}`,
  ).transform((value) => (value === null ? null : Number(value)))
}

function secret(fewest: number) {
  return checked((value) => value.length >= fewest, `at least ${fewest} characters long`)
}

function origin(isInsecureAllowed: boolean) {
  return checked(isOrigin, 'an origin such as https://ovation.example.net, without a path')
    .transform((value) => value && new URL(value).origin)
    .refine(
      (value) => value === null || isInsecureAllowed || isSecureAddress(value),
      'must be https, because plain http exposes the sign-in on the network (ALLOW_INSECURE_HTTP=on overrides)',
    )
}

/** A comma-separated list. */
function listOf(spelling: z.ZodString, isValid: (entry: string) => boolean, wanted: string) {
  return spelling
    .default('')
    .transform((value): readonly string[] =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .superRefine((entries, context) => {
      const bad = entries.filter((entry) => !isValid(entry))
      if (bad.length > 0) context.addIssue(`must list ${wanted}; not understood: ${bad.join(', ')}`)
    })
}

function isPostgresUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)
}

function isOrigin(value: string): boolean {
  const url = URL.parse(value)
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false
  return url.pathname === '/' && !url.search && !url.username && !url.password
}

/** A host as in an address, with an optional port. */
function isHost(value: string): boolean {
  return URL.canParse(`http://${value}`) && /^[^/?#@\s]+$/.test(value)
}

function isAddressRange(value: string): boolean {
  const [address = '', bits, ...rest] = value.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
