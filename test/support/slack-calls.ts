import { createHmac } from 'node:crypto'
import { type Agent, request } from 'node:http'
import { jsonAnswer, listen, parseBody, readRequest } from '#sandbox/workplace/http.ts'
import type { TestApp } from '#test/support/app.ts'
import { rawAnswer } from '#test/support/app.ts'
import type { RawAnswer } from '#test/support/checked-answer.ts'

export const signingSecret = 'b51c5f0c6d1e4a3f9a7be24f0e6a7d19'

/** What the product sent to the address of an answer. */
export interface Answered {
  readonly to: string
  readonly text: string
  readonly blocks: readonly {
    readonly type: string
    readonly elements?: readonly { action_id?: string; value?: string }[]
  }[]
  readonly response_type: string
}

/** Calls the product as Slack does, signed, and takes its answers. */
export interface SlackCaller {
  /** Sends a form or JSON, signed at the product's present moment. */
  send(path: string, body: string, change?: Change): Promise<RawAnswer>
  /** Presses a button. Each press is another one unless `mark` says so. */
  press(slackUserId: string, actionId: string, value: string, change?: PressChange): Promise<RawAnswer>
  command(slackUserId: string, text: string, change?: Change & { readonly mark?: string }): Promise<RawAnswer>
  /** The answers so far, oldest first. */
  answers(): readonly Answered[]
  /** How the next answers are received: a status each, 200 afterwards. */
  answerWith(...statuses: number[]): void
  close(): Promise<void>
}

export interface Change {
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}
export interface PressChange extends Change {
  readonly mark?: string
  readonly teamId?: string
  readonly messageTs?: string
  readonly responseUrl?: string | null
}

const form = 'application/x-www-form-urlencoded'

export async function startSlackCaller(t: TestApp, teamId: string): Promise<SlackCaller> {
  const listening = await listen(0)
  const received: Answered[] = []
  const statuses: number[] = []
  listening.server.on('request', async (incoming, response) => {
    const request = await readRequest(incoming)
    const status = statuses.shift() ?? 200
    if (status === 200)
      received.push({ to: request.path.slice(1), ...(parseBody(request) as Omit<Answered, 'to'>) })
    const { headers, body } = jsonAnswer({ ok: status === 200 })
    response.writeHead(status, headers as Record<string, string>).end(body)
  })
  let presses = 0
  const send: SlackCaller['send'] = async (url, body, { type = form, headers = {} } = {}) => {
    const signed = signedAt(t.clock.now().getTime(), body)
    const answer = await t.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type, ...signed, ...headers },
      payload: body,
    })
    return rawAnswer(answer)
  }
  return {
    send,
    press: (slackUserId, actionId, value, change = {}) => {
      const { mark = `press ${++presses}`, messageTs = '1.1', responseUrl } = change
      const payload = {
        type: 'block_actions',
        user: { id: slackUserId },
        team: { id: change.teamId ?? teamId },
        container: { type: 'message', message_ts: messageTs, channel_id: 'C1' },
        channel_id: 'C1',
        actions: [{ action_id: actionId, value }],
        ...(responseUrl !== null && {
          response_url: responseUrl ?? `http://127.0.0.1:${listening.port}/${slackUserId}`,
        }),
        trigger_id: mark,
      }
      return send(
        '/slack/interactivity',
        String(new URLSearchParams({ payload: JSON.stringify(payload) })),
        change,
      )
    },
    command: (slackUserId, text, change = {}) => {
      const fields = { team_id: teamId, user_id: slackUserId, command: '/ovation', text, channel_id: 'C1' }
      const trigger_id = change.mark ?? `command ${++presses}`
      return send('/slack/commands', String(new URLSearchParams({ ...fields, trigger_id })), change)
    },
    answers: () => received,
    answerWith: (...next) => void statuses.push(...next),
    close: () => listening.close(),
  }
}

interface SentPress {
  readonly slackUserId: string
  readonly teamId: string
  readonly channelId: string
  readonly postId: string
  /** What makes it this press. */
  readonly mark: string
  readonly responseUrl: string
  /** The moment of the product, in milliseconds since 1970. */
  readonly nowMs: number
  readonly agent: Agent
}

/** Sends a press of Liked to a running product. Returns the status of its answer; null without one. */
export function sendPress(origin: string, press: SentPress): Promise<number | null> {
  const { slackUserId, teamId, channelId, postId, mark, responseUrl, nowMs, agent } = press
  const payload = {
    type: 'block_actions',
    user: { id: slackUserId },
    team: { id: teamId },
    container: { type: 'message', message_ts: '1.1', channel_id: channelId },
    actions: [{ action_id: 'report:like', value: postId }],
    response_url: responseUrl,
    trigger_id: mark,
  }
  const body = String(new URLSearchParams({ payload: JSON.stringify(payload) }))
  const headers = {
    'content-type': form,
    'content-length': Buffer.byteLength(body),
    ...signedAt(nowMs, body),
  }
  return new Promise((resolve) => {
    const outgoing = request(
      `${origin}/slack/interactivity`,
      { method: 'POST', headers, agent },
      (incoming) => {
        incoming.resume()
        incoming.on('end', () => resolve(incoming.statusCode ?? null))
        incoming.on('error', () => resolve(null))
      },
    )
    outgoing.on('error', () => resolve(null))
    outgoing.end(body)
  })
}

function signedAt(nowMs: number, body: string) {
  const timestamp = String(Math.floor(nowMs / 1_000))
  const hex = createHmac('sha256', signingSecret).update(`v0:${timestamp}:${body}`).digest('hex')
  return { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hex}` }
}
