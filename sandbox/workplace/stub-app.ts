import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listen, parseBody, type ReadRequest, readRequest } from './http.ts'
import type { Workplace } from './workplace.ts'

/** A minimal app that the workplace calls, to test those calls with. */
export interface StubApp {
  url: string
  /** Every call so far, oldest first. */
  calls: StubCall[]
  /** Answers the calls from now on. Without one, each is accepted with an empty body. */
  answerWith(answer: ((call: StubCall) => StubAnswer | Promise<StubAnswer>) | null): void
  close(): Promise<void>
}

export interface StubCall {
  path: string
  headers: ReadRequest['headers']
  rawBody: string
  /** What Slack's call says: the JSON of an event, the payload of an interaction, the fields of a command. */
  said: Record<string, unknown>
  isSigned: boolean
}

export interface StubAnswer {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: string | object
  /** Never answers. */
  hangs?: boolean
  delayMs?: number
}

/** Starts an app and connects it to the workplace. */
export async function startStubApp(workplace: Workplace): Promise<StubApp> {
  const listening = await listen(0)
  const calls: StubCall[] = []
  let answerOf: Parameters<StubApp['answerWith']>[0] = null
  listening.server.on('request', (incoming, response) => {
    void readRequest(incoming).then(async (request) => {
      const call = callOf(request, workplace.signingSecret)
      calls.push(call)
      const { status = 200, headers, body = '', hangs, delayMs = 0 } = (await answerOf?.(call)) ?? {}
      if (hangs) return
      if (delayMs > 0) await sleep(delayMs)
      response.writeHead(status, headers)
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  const url = `http://127.0.0.1:${listening.port}`
  workplace.connectApp(url)
  return {
    url,
    calls,
    answerWith: (answer) => {
      answerOf = answer
    },
    close: async () => {
      workplace.connectApp(null)
      await listening.close()
    },
  }
}

function callOf(request: ReadRequest, secret: string): StubCall {
  const { path, headers, body } = request
  const fields = parseBody(request) as Record<string, unknown>
  const timestamp = headers['x-slack-request-timestamp']
  const signed = createHmac('sha256', secret)
    .update(Buffer.concat([Buffer.from(`v0:${timestamp}:`), body]))
    .digest('hex')
  return {
    path,
    headers,
    rawBody: body.toString('utf8'),
    said: (fields?.payload ?? fields ?? {}) as Record<string, unknown>,
    isSigned: headers['x-slack-signature'] === `v0=${signed}`,
  }
}
