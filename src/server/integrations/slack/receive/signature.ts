import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#server/errors.ts'

const version = 'v0'
const toleranceMs = 5 * 60_000

interface SignedCall {
  readonly headers: IncomingHttpHeaders
  /** The received bytes: a body serialised again after parsing would not match. */
  readonly rawBody: Buffer
}

/**
 * Checks that Slack signed a call within five minutes of now: `X-Slack-Signature` as `v0=<hex>`, over the version,
 * `X-Slack-Request-Timestamp` and the body. Throws a 401 otherwise, and for every call without a secret.
 */
export function assertSlackSignature(
  { headers, rawBody }: SignedCall,
  secret: string | null,
  now: Date,
): void {
  if (secret === null) throw refused('Calls of Slack are not accepted: SLACK_SIGNING_SECRET is not set')
  const timestamp = headers['x-slack-request-timestamp']
  const signature = headers['x-slack-signature']
  if (typeof timestamp !== 'string' || typeof signature !== 'string')
    throw refused("The call needs Slack's signature")
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(now.getTime() - Number(timestamp) * 1_000) <= toleranceMs
  if (!isRecent) throw refused('The signature is not from the last five minutes')
  const wanted = createHmac('sha256', secret).update(`${version}:${timestamp}:`).update(rawBody).digest()
  const hex = /^v0=([0-9a-f]{64})$/.exec(signature)?.[1] ?? ''
  const given = Buffer.from(hex, 'hex')
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw refused('The signature does not match')
}

function refused(message: string): AppError {
  return new AppError('not-signed-in', message)
}
