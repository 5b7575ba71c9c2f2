import { randomBytes } from 'node:crypto'
import type { AddressInfo, Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { type MailParts, mailParts } from './mail-parts.ts'

/** An e-mail that was delivered. */
export interface ReceivedMail extends MailParts {
  readonly to: string
  /** The sender that the envelope names. */
  readonly sender: string
  readonly source: string
}

const stages = ['connect', 'sign-in', 'sender', 'recipient', 'data', 'taken'] as const
type Stage = (typeof stages)[number]

/** A planned fault of the mail server, used up after `times` matching commands. */
export interface MailFault {
  /** `taken` is after the e-mail was stored, and before that is answered. */
  readonly at: Stage
  readonly times?: number
  /** Part of an address; the fault then concerns this recipient alone. */
  readonly to?: string
  /** What the server answers; `hang` never answers, and `reset` breaks the connection. */
  readonly answer: number | 'hang' | 'reset'
}

/** A mail server on loopback that keeps what is delivered. */
export interface Mailbox {
  /** SMTP_URL, with a name and a password. */
  readonly url: string
  readonly port: number
  /** Every mail so far, oldest first. */
  mails(): readonly ReceivedMail[]
  fault(fault: MailFault): void
  clearFaults(): void
  /** How many connections there were. */
  connectionCount(): number
  close(): Promise<void>
}

export interface MailboxOptions {
  /** Offers STARTTLS, or begins with TLS if `secure` is set too. */
  readonly tls?: { readonly key: string; readonly cert: string; readonly secure?: boolean }
}

type Done = (error?: Error | null) => void

export async function startMailbox({ tls }: MailboxOptions = {}): Promise<Mailbox> {
  const user = 'ovation'
  const password = randomBytes(12).toString('base64url')
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  let faults: { readonly fault: MailFault; left: number }[] = []
  let connections = 0
  const pass = (at: Stage, done: Done, to = '') => {
    const entry = faults.find(({ fault, left }) => left > 0 && fault.at === at && to.includes(fault.to ?? ''))
    if (!entry) return done()
    entry.left -= 1
    const { answer } = entry.fault
    if (answer === 'reset') for (const socket of sockets) socket.resetAndDestroy()
    else if (answer !== 'hang') done(Object.assign(new Error('Refused by plan'), { responseCode: answer }))
  }
  const options: SMTPServerOptions = {
    ...(tls
      ? { key: tls.key, cert: tls.cert, secure: tls.secure ?? false }
      : { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    logger: false,
    onConnect: (_session, done) => pass('connect', done),
    onAuth: (auth, _session, done) => {
      const isRight = auth.username === user && auth.password === password
      pass('sign-in', (error) =>
        error || !isRight ? done(error ?? new Error('Unknown')) : done(null, { user }),
      )
    },
    onMailFrom: (_address, _session, done) => pass('sender', done),
    onRcptTo: ({ address }, _session, done) => pass('recipient', done, address),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () =>
        pass('data', (error) => {
          if (error) return done(error)
          const source = Buffer.concat(chunks).toString('utf8')
          const to = envelope.rcptTo.map(({ address }) => address).join(', ')
          const sender = envelope.mailFrom ? envelope.mailFrom.address : ''
          mails.push({ ...mailParts(source), to, sender, source })
          pass('taken', (refusal) => done(refusal ?? null))
        }),
      )
    },
  }
  const server = new SMTPServer(options)
  // Connections that a test breaks are no errors of the server.
  server.on('error', () => undefined)
  server.server.on('connection', (socket: Socket) => {
    connections += 1
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.server.address() as AddressInfo
  return {
    url: `${tls?.secure ? 'smtps' : 'smtp'}://${user}:${password}@127.0.0.1:${port}`,
    port,
    mails: () => [...mails],
    fault: (fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    clearFaults: () => {
      faults = []
    },
    connectionCount: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}
