import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { type Mailbox, type MailboxOptions, startMailbox } from '#sandbox/workplace/mailbox.ts'
import { type MailConfig, readConfig } from '#server/config.ts'
import { loopbackCertificate as tls } from '#test/support/loopback-certificate.ts'
import { testMoment } from '#test/support/moment.ts'
import { MailClient } from './client.ts'
import { confirmationMail } from './messages.ts'

const trusted = getCACertificates('default')
let mailbox: Mailbox

afterEach(async () => {
  setDefaultCACertificates(trusted)
  await mailbox.close()
})

/** Sends one e-mail, as if the server were elsewhere unless `change` says otherwise. */
async function send(options: MailboxOptions, change: Partial<MailConfig> = {}): Promise<void> {
  mailbox = await startMailbox(options)
  const { mail } = readConfig({ SMTP_URL: mailbox.url, MAIL_FROM: 'ovation@northwind.test' })
  if (!mail) throw new Error('The mail server is set up')
  const server = { ...mail, isLoopback: false, ...change }
  const client = new MailClient({ server, host: 'ovation.northwind.test', timeoutMs: 10_000 })
  await client.send({
    to: 'ana@northwind.test',
    mail: confirmationMail({ publicUrl: 'https://ovation.northwind.test', token: 'token' }),
    id: 'id',
    date: testMoment,
  })
}

const mailCount = () => mailbox.mails().length

test('an e-mail goes encrypted to a server whose certificate is trusted, with STARTTLS or from the start', {
  tags: ['mail-encrypted'],
}, async () => {
  setDefaultCACertificates([...trusted, tls.cert])
  await send({ tls })
  expect(mailCount()).toBe(1)
  await mailbox.close()
  await send({ tls: { ...tls, secure: true } })
  expect(mailCount()).toBe(1)
})

test.each([
  ['with STARTTLS', { tls }],
  ['from the start', { tls: { ...tls, secure: true } }],
])(
  'nothing is sent to a server whose certificate nobody has signed: %s',
  {
    tags: ['mail-encrypted'],
  },
  async (_how, options) => {
    await expect(send(options)).rejects.toMatchObject({ kind: 'setting', code: 'tls' })
    expect(mailCount()).toBe(0)
  },
)

test('nothing is sent to a server under another name than that of its certificate', {
  tags: ['mail-encrypted'],
}, async () => {
  setDefaultCACertificates([...trusted, tls.cert])
  const other = { host: '127.0.0.2' }
  await expect(send({ tls: { ...tls, secure: true } }, other)).rejects.toMatchObject({ name: 'MailFailure' })
  expect(mailCount()).toBe(0)
})

test('nothing is sent to a server elsewhere that does not offer STARTTLS, not even the password', {
  tags: ['mail-encrypted'],
}, async () => {
  await expect(send({})).rejects.toMatchObject({ kind: 'setting', code: 'no_starttls' })
  expect(mailCount()).toBe(0)
})

test('a server on this machine needs no encryption', { tags: ['mail-encrypted'] }, async () => {
  await send({}, { isLoopback: true })
  expect(mailCount()).toBe(1)
})

test('a failure says nothing that the server said', async () => {
  const failing = startMailbox().then(async (box) => {
    mailbox = box
    box.fault({ at: 'recipient', answer: 550 })
    const { mail } = readConfig({ SMTP_URL: box.url, MAIL_FROM: 'ovation@northwind.test' })
    if (!mail) throw new Error('The mail server is set up')
    const client = new MailClient({ server: mail, host: 'ovation.northwind.test', timeoutMs: 10_000 })
    const text = confirmationMail({ publicUrl: 'https://ovation.northwind.test', token: 'token' })
    await client.send({ to: 'ana@northwind.test', mail: text, id: 'id', date: testMoment })
  })
  const error = await failing.catch((reason: unknown) => reason)
  expect(error).toMatchObject({ kind: 'recipient', code: 'smtp_550', message: 'smtp_550' })
  expect(JSON.stringify(error)).not.toContain('ana')
})
