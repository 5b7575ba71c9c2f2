import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { assertSlackSignature } from './signature.ts'

// Computed with `openssl dgst -sha256 -hmac`.
const secret = 'b51c5f0c6d1e4a3f9a7be24f0e6a7d19'
const rawBody = Buffer.from(
  '{"type":"event_callback","event_id":"Ev0BRIGHT1","event":{"type":"user_change"}}',
)
const headers = {
  'x-slack-request-timestamp': '1773223200',
  'x-slack-signature': 'v0=304a564184b1a4dd39ff0fab39f83c0df6957348a6a79643889fd6d1438c594c',
}
const signedAtMs = 1_773_223_200_000

interface Change {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly rawBody?: Buffer
  readonly secret?: string | null
  readonly lateSeconds?: number
}

function check(change: Change = {}): void {
  const call = { headers: { ...headers, ...change.headers }, rawBody: change.rawBody ?? rawBody }
  const now = new Date(signedAtMs + (change.lateSeconds ?? 0) * 1_000)
  assertSlackSignature(call, change.secret === undefined ? secret : change.secret, now)
}

describe('a call of Slack', () => {
  test('passes with the signature of its bytes', { tags: ['slack-calls-signed'] }, () => {
    expect(() => check()).not.toThrow()
  })

  test('passes with bytes that are no text', { tags: ['slack-calls-signed'] }, () => {
    const bytes = Buffer.from([0xff, 0x00, 0xfe])
    const hex = createHmac('sha256', secret).update('v0:1773223200:').update(bytes).digest('hex')
    expect(() => check({ rawBody: bytes, headers: { 'x-slack-signature': `v0=${hex}` } })).not.toThrow()
  })

  test.each([-300, 300])('passes when its clock is off by %i seconds', (lateSeconds) => {
    expect(() => check({ lateSeconds })).not.toThrow()
  })

  test.each([-301, 301])(
    'is refused when its clock is off by %i seconds',
    {
      tags: ['slack-calls-signed'],
    },
    (lateSeconds) => {
      expect(() => check({ lateSeconds })).toThrow('The signature is not from the last five minutes')
    },
  )

  test.each<[string, Change, string]>([
    ['of another body', { rawBody: Buffer.from(`${rawBody} `) }, 'The signature does not match'],
    ['with another secret', { secret: `${secret}0` }, 'The signature does not match'],
    [
      'with a shorter signature',
      { headers: { 'x-slack-signature': headers['x-slack-signature'].slice(0, -2) } },
      'The signature does not match',
    ],
    [
      'of another version',
      { headers: { 'x-slack-signature': headers['x-slack-signature'].replace('v0', 'v1') } },
      'The signature does not match',
    ],
    ['with an empty signature', { headers: { 'x-slack-signature': '' } }, 'The signature does not match'],
    [
      'with another moment',
      { headers: { 'x-slack-request-timestamp': '1773223201' } },
      'The signature does not match',
    ],
    [
      'with a moment that is no number',
      { headers: { 'x-slack-request-timestamp': '0x69b13ae0' } },
      'The signature is not from the last five minutes',
    ],
    [
      'without a moment',
      { headers: { 'x-slack-request-timestamp': undefined } },
      "The call needs Slack's signature",
    ],
    [
      'without a signature',
      { headers: { 'x-slack-signature': undefined } },
      "The call needs Slack's signature",
    ],
    [
      'while no secret is set',
      { secret: null },
      'Calls of Slack are not accepted: SLACK_SIGNING_SECRET is not set',
    ],
  ])('is refused %s', { tags: ['slack-calls-signed'] }, (_name, change, message) => {
    expect(() => check(change)).toThrow(expect.objectContaining({ code: 'not-signed-in', message }))
  })
})
