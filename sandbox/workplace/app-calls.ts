import { createHmac } from 'node:crypto'
import { request as plainRequest } from 'node:http'
import { request as secureRequest } from 'node:https'

/** Where a call goes: `/slack/events`, `/slack/interactivity` or `/slack/commands` below the address of the app. */
export type CallKind = 'events' | 'interactivity' | 'commands'

/** How a call differs from one of Slack's. Null leaves a header out. */
export interface CallChange {
  readonly signature?: string | null
  /** Seconds. The signature is made with it. */
  readonly timestamp?: string | null
  readonly headers?: Readonly<Record<string, string>>
  /** Sent in place of the body that was signed. */
  readonly sentBody?: string
}

/** How the app answered a call. */
export interface Delivery {
  /** Null without an answer in time. */
  readonly status: number | null
  readonly body: string
  readonly tookMs: number
  /** Why Slack counts the call as failed, in the words of its header `X-Slack-Retry-Reason`; null if it does not. */
  readonly failure: 'http_timeout' | 'connection_failed' | 'http_error' | null
  /** How often it was delivered: an event more than once if the first deliveries failed. */
  readonly deliveries: number
}

export interface AppCalls {
  connect(url: string | null): void
  isConnected(): boolean
  /** Sends one call. An object becomes what Slack makes of it: JSON, a form with a payload, or a form. */
  deliver(kind: CallKind, body: CallBody, change?: CallChange): Promise<Delivery>
  /** Sends an event, again if it is not accepted. */
  deliverEvent(body: Readonly<Record<string, unknown>>): Promise<Delivery>
  /** Ends calls that wait for an answer. */
  close(): void
}

export type CallBody = string | Readonly<Record<string, unknown>>

interface Options {
  readonly signingSecret: string
  readonly now: () => Date
  /** How long an answer may take. */
  readonly patienceMs: number
}

const mostRetries = 3

export function createAppCalls(options: Options): AppCalls {
  const { signingSecret, now } = options
  const closing = new AbortController()
  let appUrl: string | null = null
  const deliver: AppCalls['deliver'] = async (kind, body, change = {}) => {
    if (appUrl === null) throw new Error('No app is connected to the workplace: call connectApp first')
    const text = typeof body === 'string' ? body : encoded(kind, body)
    const timestamp =
      change.timestamp === undefined ? String(Math.floor(now().getTime() / 1_000)) : change.timestamp
    const hex = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${text}`).digest('hex')
    const signature = change.signature === undefined ? `v0=${hex}` : change.signature
    return send(`${appUrl}/slack/${kind}`, {
      body: change.sentBody ?? text,
      headers: {
        'content-type': kind === 'events' ? 'application/json' : 'application/x-www-form-urlencoded',
        accept: '*/*',
        'user-agent': 'Slackbot 1.0 (+https://api.slack.com/robots)',
        ...(timestamp !== null && { 'x-slack-request-timestamp': timestamp }),
        ...(signature !== null && { 'x-slack-signature': signature }),
        ...change.headers,
      },
      patienceMs: options.patienceMs,
      closing: closing.signal,
    })
  }
  return {
    connect: (url) => {
      appUrl = url?.replace(/\/$/, '') ?? null
    },
    isConnected: () => appUrl !== null,
    deliver,
    async deliverEvent(body) {
      let last = await deliver('events', body)
      // Slack waits a minute, then five, before it tries again for the second and third time. The workplace does not.
      for (let retry = 1; retry <= mostRetries && last.failure !== null; retry++) {
        if (closing.signal.aborted) break
        const headers = { 'x-slack-retry-num': String(retry), 'x-slack-retry-reason': last.failure }
        const next = await deliver('events', body, { headers })
        last = { ...next, deliveries: retry + 1 }
      }
      return last
    },
    close: () => closing.abort(),
  }
}

function encoded(kind: CallKind, body: Readonly<Record<string, unknown>>): string {
  if (kind === 'events') return JSON.stringify(body)
  if (kind === 'interactivity') return new URLSearchParams({ payload: JSON.stringify(body) }).toString()
  return new URLSearchParams(
    Object.entries(body).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

interface Sending {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
  readonly patienceMs: number
  readonly closing: AbortSignal
}

function send(url: string, { body, headers, patienceMs, closing }: Sending): Promise<Delivery> {
  const begunMs = performance.now()
  const signal = AbortSignal.any([closing, AbortSignal.timeout(patienceMs)])
  const ended = (status: number | null, text: string, failure: Delivery['failure']): Delivery => ({
    status,
    body: text,
    tookMs: performance.now() - begunMs,
    failure,
    deliveries: 1,
  })
  return new Promise((resolve) => {
    const fail = () => resolve(ended(null, '', signal.aborted ? 'http_timeout' : 'connection_failed'))
    const request = url.startsWith('https:') ? secureRequest : plainRequest
    const outgoing = request(
      url,
      // A connection that is kept alive would go stale when another server starts on the same port.
      {
        method: 'POST',
        agent: false,
        signal,
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      },
      (incoming) => {
        const chunks: Buffer[] = []
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
        incoming.on('error', fail)
        incoming.on('end', () => {
          const { statusCode: status = 502 } = incoming
          const isAccepted = status >= 200 && status < 300
          resolve(ended(status, Buffer.concat(chunks).toString('utf8'), isAccepted ? null : 'http_error'))
        })
      },
    )
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
