import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#server/errors.ts'

const toleranceMs = 5 * 60_000
const secretPrefix = 'whsec_'

interface Signed {
  readonly headers: IncomingHttpHeaders
  /** The body's bytes as they came: a body written anew from its parsed form would not match. */
  readonly rawBody: Buffer
}

/**
 * Checks the signature that a delivery carries (Standard Webhooks: webhook-id, webhook-timestamp in seconds,
 * webhook-signature as `v1,<base64>` separated by spaces). A delivery without signature or timestamp passes unchecked.
 * Throws a 401 unless one of the signatures was made with one of the secrets within five minutes of now.
 */
export function assertSignature({ headers, rawBody }: Signed, secrets: readonly string[], now: Date): void {
  const id = headers['webhook-id']
  const timestamp = headers['webhook-timestamp']
  const signatures = headers['webhook-signature']
  if (timestamp === undefined && signatures === undefined) return
  if (!isText(id) || !isText(timestamp) || !isText(signatures)) {
    throw refused('The signature needs webhook-id, webhook-timestamp and webhook-signature')
  }
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(now.getTime() - Number(timestamp) * 1_000) > toleranceMs) {
    throw refused('The signature is not from the last five minutes')
  }
  const wanted = secrets
    .flatMap(keysOf)
    .map((key) => createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest())
  const isMatching = listed(signatures).some((given) => wanted.some((each) => timingSafeEqual(each, given)))
  if (!isMatching) throw refused('The signature does not match')
}

/**
 * The keys that senders make of one secret. The standard reads base64 after the prefix; who has a secret that is no
 * base64, or a library that does not decode, signs with the text itself, with or without the prefix.
 */
function keysOf(secret: string): Buffer[] {
  const text = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret
  const isBase64 = /^([\w+/-]{4})*([\w+/-]{2,3}={0,2})?$/.test(text)
  return [...(isBase64 ? [Buffer.from(text, 'base64')] : []), Buffer.from(text), Buffer.from(secret)]
}

function listed(signatures: string): Buffer[] {
  return signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice('v1,'.length), 'base64'))
    .filter(({ length }) => length === 32)
}

function isText(header: string | string[] | undefined): header is string {
  return typeof header === 'string' && header !== ''
}

function refused(message: string): AppError {
  return new AppError('not-signed-in', message)
}
