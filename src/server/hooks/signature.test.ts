import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { assertSignature, signatureHeaders } from './signature.ts'

// The worked example of the Standard Webhooks libraries.
const standardSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const standard = {
  headers: {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  rawBody: Buffer.from('{"test": 2432232314}'),
}
const signedAt = new Date(1_614_265_330_000)

const check = (change: Partial<typeof standard.headers> = {}, rawBody = standard.rawBody, now = signedAt) =>
  assertSignature({ headers: { ...standard.headers, ...change }, rawBody }, [standardSecret], now)

function signature(key: Buffer, body: Buffer): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = standard.headers
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

describe('a signed delivery', () => {
  test('passes with the signature of the standard’s worked example', () => {
    expect(() => check()).not.toThrow()
  })

  test.each([
    ['the older of two secrets', ['another-secret-of-thirty-characters', standardSecret]],
    ['the newer of two secrets', [standardSecret, 'another-secret-of-thirty-characters']],
  ])('passes when signed with %s', (_name, secrets) => {
    expect(() => assertSignature(standard, secrets, signedAt)).not.toThrow()
  })

  test('passes when one of several signatures matches, even among other kinds', () => {
    const right = standard.headers['webhook-signature']
    const list = ['v1a,abc', 'v1,', 'v1,c2hvcnQ=', `v1,${Buffer.alloc(32).toString('base64')}`, right]
    expect(() => check({ 'webhook-signature': list.join(' ') })).not.toThrow()
  })

  test.each([
    [
      'its base64 after the prefix',
      'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQh',
      Buffer.from('secret-secret-secret!'),
    ],
    [
      'its URL-safe base64',
      'whsec_-_-_c2VjcmV0LXNlY3JldC1z',
      Buffer.from('-_-_c2VjcmV0LXNlY3JldC1z', 'base64'),
    ],
    ['its text when it is not base64', 'whsec_not base64, but a text', Buffer.from('not base64, but a text')],
    [
      'its text without a prefix',
      'plain secret of the scheduler',
      Buffer.from('plain secret of the scheduler'),
    ],
    [
      'its whole text, prefix included',
      'whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQh',
      Buffer.from('whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQh'),
    ],
  ])('uses as the key of a secret %s', (_name, secret, key) => {
    const headers = { ...standard.headers, 'webhook-signature': signature(key, standard.rawBody) }
    expect(() => assertSignature({ ...standard, headers }, [secret], signedAt)).not.toThrow()
  })

  test.each([-300, 300])('passes when its clock is off by %i seconds', (seconds) => {
    expect(() => check({}, standard.rawBody, new Date(signedAt.getTime() + seconds * 1_000))).not.toThrow()
  })

  test.each([-301, 301])(
    'is refused when its clock is off by %i seconds',
    { tags: ['sec-47'] },
    (seconds) => {
      expect(() => check({}, standard.rawBody, new Date(signedAt.getTime() + seconds * 1_000))).toThrow(
        /five minutes/,
      )
    },
  )

  test.each([
    ['another id', { 'webhook-id': 'msg_other' }],
    ['another time', { 'webhook-timestamp': '1614265331' }],
    ['a time that is not a number', { 'webhook-timestamp': '2021-02-25T15:02:10Z' }],
    ['no id', { 'webhook-id': undefined }],
    ['no time', { 'webhook-timestamp': undefined }],
    ['no signature', { 'webhook-signature': undefined }],
    ['an empty signature', { 'webhook-signature': '' }],
    [
      'a signature with one changed character',
      { 'webhook-signature': 'v1,h0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
    ],
    ['a truncated signature', { 'webhook-signature': 'v1,g0hM9SsE+OTPJTGt' }],
    [
      'a signature of another version',
      { 'webhook-signature': 'v2,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=' },
    ],
  ])('is refused with %s', (_name, change) => {
    expect(() => check(change)).toThrow(expect.objectContaining({ code: 'not-signed-in' }))
  })

  test('is refused when a byte of its body has changed, or the body was serialised again', {
    tags: ['sec-47'],
  }, () => {
    expect(() => check({}, Buffer.from('{"test": 2432232315}'))).toThrow(/does not match/)
    expect(() => check({}, Buffer.from(JSON.stringify(JSON.parse(standard.rawBody.toString()))))).toThrow(
      /does not match/,
    )
  })
})

test('a delivery with only an id counts as unsigned', () => {
  const headers = { 'webhook-id': 'msg_1' }
  expect(() =>
    assertSignature({ headers, rawBody: Buffer.from('{}') }, [standardSecret], signedAt),
  ).not.toThrow()
})

describe('an outgoing delivery', () => {
  const { 'webhook-id': id } = standard.headers

  test('is signed like the worked example of the standard', { tags: ['sec-54'] }, () => {
    expect(signatureHeaders({ id, rawBody: standard.rawBody }, standardSecret, signedAt)).toEqual(
      standard.headers,
    )
  })

  test('is signed with the text of a secret without the prefix of the standard', () => {
    const secret = 'a-plain-secret-of-letters-only'
    const { 'webhook-signature': made } = signatureHeaders(
      { id, rawBody: standard.rawBody },
      secret,
      signedAt,
    )
    expect(made).toBe(signature(Buffer.from(secret), standard.rawBody))
  })

  test.each([standardSecret, 'whsec_no base64', 'plain', 'whsec_-_-_c2VjcmV0LXNlY3JldC1z'])(
    'signed with %s passes our own check, but not with a changed byte',
    (secret) => {
      const headers = signatureHeaders({ id: 'msg', rawBody: Buffer.from('{"é":1}') }, secret, signedAt)
      const checked = (text: string) => () =>
        assertSignature({ headers, rawBody: Buffer.from(text) }, [secret], signedAt)
      expect(checked('{"é":1}')).not.toThrow()
      expect(checked('{"é":2}')).toThrow(/does not match/)
    },
  )
})
