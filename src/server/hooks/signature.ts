import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#server/errors.ts'

const toleranceMs = 5 * 60_000
const secretPrefix = 'whsec_'

interface Signed {
  readonly headers: IncomingHttpHeaders
  /** The received bytes: a body serialised again after parsing would not match. */
  readonly rawBody: Buffer
}

/**
 * Checks the signature that a delivery carries (Standard Webhooks: webhook-id, webhook-timestamp in seconds,
 * webhook-signature as `v1,<base64>` separated by spaces). A delivery without signature or timestamp passes unchecked.
 * Throws a 401 unless one of the signatures was made with one of the secrets within five minutes of now. A simpler
 * sender may sign the body alone: X-Webhook-Signature as `sha256=<hex>`.
 */
export function assertSignature({ headers, rawBody }: Signed, secrets: readonly string[], now: Date): void {
  assertPlainSignature(headers['x-webhook-signature'], { rawBody, secrets })
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
  const wanted = secrets.flatMap(keysOf).map((key) => signed(key, { id, timestamp, rawBody }))
  const isMatching = listed(signatures).some((given) => wanted.some((each) => timingSafeEqual(each, given)))
  if (!isMatching) throw refused('The signature does not match')
}

function assertPlainSignature(
  given: string | string[] | undefined,
  { rawBody, secrets }: { readonly rawBody: Buffer; readonly secrets: readonly string[] },
): void {
  if (given === undefined) return
  const hex = isText(given) ? /^sha256=([0-9a-f]{64})$/i.exec(given)?.[1] : undefined
  const mac = Buffer.from(hex ?? '', 'hex')
  const isMatching = secrets
    .flatMap(keysOf)
    .map((key) => createHmac('sha256', key).update(rawBody).digest())
    .some((wanted) => wanted.length === mac.length && timingSafeEqual(wanted, mac))
  if (!isMatching) throw refused('The signature does not match')
}

/** One outgoing delivery. */
interface Outgoing {
  /** The same in every attempt, so that the receiver recognises a repeat. */
  readonly id: string
  readonly rawBody: Buffer
}

/**
 * The headers that sign an outgoing delivery (Standard Webhooks). The key is the decoded base64 after `whsec_`; without
 * that prefix it is the secret's text.
 */
export function signatureHeaders({ id, rawBody }: Outgoing, secret: string, now: Date) {
  const timestamp = String(Math.floor(now.getTime() / 1_000))
  const [decoded = secret] = keysOf(secret)
  const key = secret.startsWith(secretPrefix) ? decoded : secret
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signed(key, { id, timestamp, rawBody }).toString('base64')}`,
  }
}

function signed(
  key: Buffer | string,
  { id, timestamp, rawBody }: Outgoing & { readonly timestamp: string },
): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(rawBody).digest()
}

/**
 * The keys that senders derive from one secret. The standard decodes base64 after the prefix. Senders whose secret is
 * not base64, or whose library does not decode, sign with the text itself, with or without the prefix.
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
