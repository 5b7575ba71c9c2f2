import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

describe('the configuration', () => {
  test('has defaults for a workspace on this machine when no variable is set', () => {
    expect(readConfig({})).toEqual({
      mode: 'production',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      legacyPublicUrl: null,
      workspaceName: null,
      dataDir: './data',
      databaseUrl: null,
      databaseReadUrl: null,
      timeZone: 'UTC',
      adminEmail: null,
      adminPassword: null,
      sessionSecret: null,
      slack: null,
      missingSlackVariables: [
        'SLACK_CLIENT_ID',
        'SLACK_CLIENT_SECRET',
        'SLACK_TEAM_ID',
        'SLACK_BOT_TOKEN',
        'SLACK_CHANNEL_ID',
      ],
      slackTeamId: null,
      slackApiUrl: 'https://slack.com/api/',
      slackBotToken: null,
      slackChannelId: null,
      slackReviewChannelId: null,
      slackSigningSecret: null,
      mail: null,
      webhookSecret: null,
      webhookSecretPrevious: null,
      zapierHosts: ['hooks.zapier.com'],
      allowedPrivateHosts: [],
      trustProxy: [],
      backupPassphrase: null,
      isEmergencySignInOpen: true,
      logLevel: 'info',
      logSample: 0,
      metricsToken: null,
    })
  })

  test('takes the given values, without surrounding spaces and trailing slashes', () => {
    const config = readConfig({
      PORT: ' 8080 ',
      HOST: '0.0.0.0',
      PUBLIC_URL: 'https://ovation.northwind.test/',
      LEGACY_PUBLIC_URL: 'https://applause.northwind.test/',
      DATABASE_URL: 'postgresql://ovation:pw@db:5432/ovation',
      DATABASE_READ_URL: ' postgres://ovation:pw@replica:5432/ovation ',
      WORKSPACE_TIME_ZONE: 'Europe/Berlin',
      ADMIN_EMAIL: 'Ops@Northwind.test',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      WORKSPACE_NAME: ' Northwind ',
      SLACK_API_URL: 'http://127.0.0.1:4000/api',
      SLACK_CHANNEL_ID: 'C0123ABCD',
      SLACK_SIGNING_SECRET: ' 0123456789abcdef0123456789abcdef ',
      ZAPIER_HOSTS: 'Hooks.Zapier.com, automation.northwind.test:8443',
      ALLOWED_PRIVATE_HOSTS: 'automation.northwind.test:8443',
      EMERGENCY_LOGIN: 'OFF',
      LOG_LEVEL: 'debug',
    })
    expect(config).toMatchObject({
      port: 8080,
      host: '0.0.0.0',
      publicUrl: 'https://ovation.northwind.test',
      legacyPublicUrl: 'https://applause.northwind.test',
      databaseUrl: 'postgresql://ovation:pw@db:5432/ovation',
      databaseReadUrl: 'postgres://ovation:pw@replica:5432/ovation',
      timeZone: 'Europe/Berlin',
      adminEmail: 'ops@northwind.test',
      trustProxy: ['10.0.0.0/8', '::1'],
      workspaceName: 'Northwind',
      slackApiUrl: 'http://127.0.0.1:4000/api/',
      slackChannelId: 'C0123ABCD',
      slackSigningSecret: '0123456789abcdef0123456789abcdef',
      zapierHosts: ['hooks.zapier.com', 'automation.northwind.test:8443'],
      allowedPrivateHosts: ['automation.northwind.test:8443'],
      isEmergencySignInOpen: false,
      logLevel: 'debug',
    })
  })

  test('uses the port in the default public address, and treats an empty variable as unset', () => {
    expect(readConfig({ PORT: '4100', PUBLIC_URL: '', DATABASE_URL: ' ' })).toMatchObject({
      publicUrl: 'http://localhost:4100',
      databaseUrl: null,
    })
  })

  test('keeps every character of a password', () => {
    expect(readConfig({ ADMIN_PASSWORD: '  two spaces around  ' }).adminPassword).toBe(
      '  two spaces around  ',
    )
  })

  test('has development mode only when NODE_ENV names it', () => {
    const modes = ['development', 'production', 'test'].map((NODE_ENV) => readConfig({ NODE_ENV }).mode)
    expect(modes).toEqual(['development', 'production', 'production'])
  })

  test('has chat sign-in only when all of its parts are given', () => {
    const parts = { SLACK_CLIENT_ID: 'id', SLACK_CLIENT_SECRET: 'secret', SLACK_TEAM_ID: 'T1' }
    const expected = { clientId: 'id', clientSecret: 'secret', teamId: 'T1', issuer: 'https://slack.com' }
    expect(readConfig(parts).slack).toEqual(expected)
    for (const missing of Object.keys(parts)) {
      expect(readConfig({ ...parts, [missing]: undefined }).slack).toBeNull()
    }
  })
})

describe('the mail server', () => {
  const from = { name: 'Ovation', address: 'ovation@northwind.test' }
  const usual = { host: 'mail.northwind.test', isLoopback: false, signIn: null, from }

  test.each([
    ['smtps://mail.northwind.test', { port: 465, isSecure: true }],
    ['smtp://mail.northwind.test/', { port: 587, isSecure: false }],
    ['smtp://mail.northwind.test:25', { port: 25, isSecure: false }],
    [
      'smtps://me%40northwind.test:p%3A%2Fw@mail.northwind.test:1465',
      { port: 1465, isSecure: true, signIn: { user: 'me@northwind.test', password: 'p:/w' } },
    ],
    ['smtp://127.0.0.1:2525', { host: '127.0.0.1', port: 2525, isSecure: false, isLoopback: true }],
    ['smtp://[::1]', { host: '::1', port: 587, isSecure: false, isLoopback: true }],
  ])('is read from %s', { tags: ['mail-set-up'] }, (address, expected) => {
    const { mail } = readConfig({ SMTP_URL: address, MAIL_FROM: 'Ovation <ovation@northwind.test>' })
    expect(mail).toEqual({ ...usual, ...expected })
  })

  test.each([
    ['ovation@northwind.test', { name: '', address: 'ovation@northwind.test' }],
    [
      ' Équipe Ovation <ovation@northwind.test> ',
      { name: 'Équipe Ovation', address: 'ovation@northwind.test' },
    ],
  ])('sends as %s', (sender, expected) => {
    expect(readConfig({ SMTP_URL: 'smtps://mail', MAIL_FROM: sender }).mail?.from).toEqual(expected)
  })

  test('needs both of its variables', { tags: ['mail-set-up'] }, () => {
    expect(problemsOf({ SMTP_URL: 'smtps://mail' })).toEqual([
      'MAIL_FROM must be set, because SMTP_URL is, and e-mails need both',
    ])
    expect(problemsOf({ MAIL_FROM: 'ovation@northwind.test' })).toEqual([
      'SMTP_URL must be set, because MAIL_FROM is, and e-mails need both',
    ])
  })
})

describe('a bad variable', () => {
  test.each([
    ['PORT', 'eighty'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PUBLIC_URL', 'ovation.northwind.test'],
    ['PUBLIC_URL', 'ftp://ovation.northwind.test'],
    ['PUBLIC_URL', 'https://northwind.test/ovation'],
    ['PUBLIC_URL', 'https://northwind.test/?a=b'],
    ['PUBLIC_URL', 'https://user@northwind.test'],
    ['PUBLIC_URL', 'https://:pass@northwind.test'],
    ['PUBLIC_URL', 'http://ovation.northwind.test'],
    ['DATABASE_URL', 'mysql://db/ovation'],
    ['DATABASE_READ_URL', 'mysql://replica/ovation'],
    ['DATABASE_READ_URL', 'postgres://a replica without a database/ovation'],
    ['DATABASE_READ_URL', 'postgres://replica/ovation'],
    ['WORKSPACE_TIME_ZONE', 'Mars/Olympus'],
    ['ADMIN_EMAIL', 'admin'],
    ['SESSION_SECRET', 'too short'],
    ['WORKSPACE_NAME', 'x'.repeat(81)],
    ['SLACK_API_URL', 'http://slack.test/api/'],
    ['SLACK_CHANNEL_ID', '#company-social'],
    ['SLACK_SIGNING_SECRET', 'too short'],
    ['ZAPIER_HOSTS', 'https://hooks.zapier.com/'],
    ['ALLOWED_PRIVATE_HOSTS', 'automation.northwind.test, a b'],
    ['SMTP_URL', 'mail.northwind.test'],
    ['SMTP_URL', 'https://mail.northwind.test'],
    ['SMTP_URL', 'smtps://mail.northwind.test/path'],
    ['SMTP_URL', 'smtps://mail.northwind.test?pool=true'],
    ['SMTP_URL', 'smtps://user@mail.northwind.test'],
    ['SMTP_URL', 'smtps://user:%zz@mail.northwind.test'],
    ['SMTP_URL', 'smtps://:465'],
    ['MAIL_FROM', 'Ovation'],
    ['MAIL_FROM', 'Ovation <ovation>'],
    ['MAIL_FROM', 'a@northwind.test, b@northwind.test'],
    ['MAIL_FROM', 'Ovation\r\nBcc: <b@northwind.test>'],
    ['MAIL_FROM', '"Ovation" <a@northwind.test>'],
    ['WEBHOOK_SECRET', 'too short'],
    ['WEBHOOK_SECRET_PREVIOUS', 'too short'],
    ['SLACK_ISSUER', 'http://slack.northwind.test'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', 'proxy.internal'],
    ['BACKUP_PASSPHRASE', 'fourteen chars'],
    ['EMERGENCY_LOGIN', 'maybe'],
    ['ALLOW_INSECURE_HTTP', 'maybe'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_SAMPLE', '1.5'],
    ['LOG_SAMPLE', '-0.1'],
    ['METRICS_TOKEN', 'short'],
  ])('is refused in one line that begins with its name: %s=%s', { tags: ['rel-03'] }, (name, value) => {
    const lines = problemsOf({ [name]: value })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatch(new RegExp(`^${name} must `))
  })

  test('is reported together with all others, one line each', { tags: ['rel-03'] }, () => {
    const lines = problemsOf({ PORT: 'x', WORKSPACE_TIME_ZONE: 'x', LOG_LEVEL: 'x' })
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['PORT', 'WORKSPACE_TIME_ZONE', 'LOG_LEVEL'])
  })

  test('that holds a secret is never quoted', { tags: ['rel-03'] }, () => {
    const canary = 'canary'
    const lines = problemsOf({
      SESSION_SECRET: canary,
      WEBHOOK_SECRET: canary,
      WEBHOOK_SECRET_PREVIOUS: canary,
      DATABASE_URL: `mysql://ovation:${canary}@db/ovation`,
      ADMIN_PASSWORD: canary,
      SLACK_CLIENT_SECRET: canary,
      SLACK_SIGNING_SECRET: canary,
      BACKUP_PASSPHRASE: canary,
      SMTP_URL: `smtp://ovation:${canary}@mail/path`,
      PORT: 'x',
    })
    expect(lines).toHaveLength(8)
    expect(lines.join()).not.toContain(canary)
  })
})

describe('plain http', () => {
  test.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:3000', 'http://ovation.localhost'])(
    'is allowed at %s',
    { tags: ['sec-02'] },
    (address) => {
      expect(readConfig({ PUBLIC_URL: address }).publicUrl).toBe(address)
    },
  )

  test('is refused elsewhere without ALLOW_INSECURE_HTTP', { tags: ['sec-02'] }, () => {
    const PUBLIC_URL = 'http://ovation.lan'
    expect(problemsOf({ PUBLIC_URL })[0]).toContain('ALLOW_INSECURE_HTTP')
    expect(readConfig({ PUBLIC_URL, ALLOW_INSECURE_HTTP: 'on' }).publicUrl).toBe(PUBLIC_URL)
  })
})

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
  return []
}
