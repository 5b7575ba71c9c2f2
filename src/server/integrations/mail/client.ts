import { createTransport, type NodemailerError } from 'nodemailer'
import type { MailConfig } from '#server/config.ts'
import type { Mail } from './messages.ts'

/**
 * What a failure concerns: the recipient, or this e-mail for now, or everybody until somebody changes a setting, or
 * everybody for now.
 */
export type MailFailureKind = 'recipient' | 'later' | 'setting' | 'outage'

/** An e-mail that the mail server has not taken. It has no text of the server, which can quote addresses. */
export class MailFailure extends Error {
  override readonly name = 'MailFailure'
  readonly kind: MailFailureKind
  readonly code: string
  /** Whether the e-mail may have been delivered all the same. */
  readonly isUnclear: boolean
  constructor(kind: MailFailureKind, code: string, isUnclear = false) {
    super(code)
    this.kind = kind
    this.code = code
    this.isUnclear = isUnclear
  }
}

interface Options {
  readonly server: MailConfig
  /** The product's host, for the greeting and the ids of mails. */
  readonly host: string
  /** How long the server may take for one answer. A whole e-mail gets three times as long. */
  readonly timeoutMs: number
}

interface Addressed {
  readonly to: string
  readonly mail: Mail
  /** The same for every attempt, without the host. */
  readonly id: string
  readonly date: Date
}

const addressLike = /^[^\s\p{Cc}@<>"(),;:\\]+@[^\s\p{Cc}@<>"(),;:\\]+$/u

/** Sends e-mails, each over a connection of its own. */
export class MailClient {
  readonly #options: Options
  readonly #transport: ReturnType<typeof transportTo>

  constructor(options: Options) {
    this.#options = options
    this.#transport = transportTo(options)
  }

  /** Throws a MailFailure unless the server has taken the mail. */
  async send({ to, mail, id, date }: Addressed): Promise<void> {
    const { server, host, timeoutMs } = this.#options
    if (!addressLike.test(to)) throw new MailFailure('recipient', 'bad_address')
    try {
      await this.#transport.sendMail({
        from: server.from,
        to: { name: '', address: to },
        envelope: { from: server.from.address, to: [to] },
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        headers: { ...mail.headers },
        messageId: `<${id}@${host}>`,
        date,
        xMailer: false,
        signal: AbortSignal.timeout(3 * timeoutMs),
      })
    } catch (error) {
      throw failureOf(error as NodemailerError)
    }
  }
}

function transportTo({ server, host, timeoutMs }: Options) {
  const { isSecure, isLoopback, signIn } = server
  return createTransport({
    host: server.host,
    port: server.port,
    name: host,
    secure: isSecure,
    requireTLS: !isSecure && !isLoopback,
    // A server on this machine has hardly ever a certificate that can be verified, and nobody reads along here.
    ignoreTLS: isLoopback,
    ...(signIn && { auth: { user: signIn.user, pass: signIn.password } }),
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const unknownHost = ['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA']
const notReached = ['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']
const busyStatus = 421

function failureOf(error: NodemailerError): MailFailure {
  const { code = '', originalCode = '', responseCode, command = '', timeoutType } = error
  if (responseCode !== undefined) return refusal(responseCode, code, command)
  if (code === 'EAUTH' || code === 'ENOAUTH') return new MailFailure('setting', 'sign_in')
  if (code === 'ETLS' || /CERT|SIGNATURE|SSL|TLS/.test(originalCode)) return new MailFailure('setting', 'tls')
  if (unknownHost.includes(originalCode)) return new MailFailure('outage', 'unknown_host')
  if (code === 'EDNS' || notReached.includes(originalCode)) return new MailFailure('outage', 'unreachable')
  if (code === 'EENVELOPE') return new MailFailure('recipient', 'bad_address')
  // The library itself refuses this e-mail, for example because it is larger than the server allows.
  if (code === 'EMESSAGE' || code === 'ESTREAM') return new MailFailure('recipient', 'bad_mail')
  if (code === 'ETIMEDOUT' || code === 'EABORT') {
    const isEarly = timeoutType === 'CONNECT_TIMEOUT' || timeoutType === 'GREETING_TIMEOUT'
    return new MailFailure('outage', 'timeout', !isEarly)
  }
  return new MailFailure('outage', 'connection', true)
}

/** What the server's answer to a command means. */
function refusal(status: number, code: string, command: string): MailFailure {
  const isForNow = status < 500
  if (status !== busyStatus && (command === 'RCPT TO' || command === 'DATA'))
    return new MailFailure(isForNow ? 'later' : 'recipient', `smtp_${status}`)
  if (isForNow) return new MailFailure('outage', 'busy')
  if (code === 'ETLS') return new MailFailure('setting', 'no_starttls')
  if (code === 'EAUTH') return new MailFailure('setting', 'sign_in')
  return new MailFailure('setting', command === 'MAIL FROM' ? 'sender' : `smtp_${status}`)
}
