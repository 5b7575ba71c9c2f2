import { constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ReadyAnswer } from './kept.ts'

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * Sends a cached answer. It skips the answer's schema, which was applied when the answer was built. It also bypasses
 * the framework's send hooks, which do nothing for finished bytes and take longer than all the rest. The response hook
 * still runs.
 *
 * The answers of one turn of the event loop leave together at its end. Otherwise each answer wakes a waiting proxy on
 * the same machine anew, which takes longer than everything else about it.
 */
export function sendReady(exchange: Exchange, ready: ReadyAnswer): FastifyReply {
  exchange.reply.hijack()
  if (leaving.push({ exchange, ready }) === 1) setImmediate(sendAll)
  return exchange.reply
}

interface Leaving {
  readonly exchange: Exchange
  readonly ready: ReadyAnswer
}

let leaving: Leaving[] = []

function sendAll(): void {
  const all = leaving
  leaving = []
  // Nothing may fail here: there is no request any more whose answer would say so.
  for (const { exchange, ready } of all) if (!exchange.reply.raw.headersSent) send(exchange, ready)
}

function send({ request, reply }: Exchange, ready: ReadyAnswer): void {
  const heads = headsByAnswer.get(ready) ?? headsOf(ready, reply.server.answerHeaders)
  if (request.headers['if-none-match'] === ready.etag) {
    reply.raw.writeHead(304, withId(heads.unchanged, request)).end()
  } else if (isGzipWanted(request, heads)) {
    heads.gzipped ??= gzipped(ready, heads)
    reply.raw.writeHead(200, withId(heads.gzipped.head, request)).end(heads.gzipped.body, 'latin1')
  } else reply.raw.writeHead(200, withId(heads.whole, request)).end(ready.body, heads.encoding)
}

/** Puts the request's id in the last place, which is kept for it. Node reads the headers at once and keeps none. */
function withId(head: string[], { id }: FastifyRequest): string[] {
  head[head.length - 1] = id
  return head
}

function isGzipWanted({ headers }: FastifyRequest, { bytes }: Heads): boolean {
  return bytes >= leastGzippedBytes && (headers['accept-encoding']?.includes('gzip') ?? false)
}

/** Compressed once for all requests. A character for each byte, because a text leaves in one write with the headers. */
function gzipped(ready: ReadyAnswer, { unchanged }: Heads): NonNullable<Heads['gzipped']> {
  const body = gzipSync(ready.body, { level: constants.Z_BEST_SPEED }).toString('latin1')
  const ofBody = { ...json, 'content-encoding': 'gzip', 'content-length': String(body.length) }
  return { head: Object.entries(ofBody).flat().concat(unchanged), body }
}

/** The headers of one cached answer, in the form that is fastest for Node: names and values in turn. */
interface Heads {
  /** The length of the answer, not compressed. */
  readonly bytes: number
  /** Node sends a text without a copy where it surely fits in 16 kB. As UTF-8 a text may need three times its length. */
  readonly encoding: 'latin1' | 'utf8'
  /** Each list ends with the place for the request's id. */
  readonly unchanged: string[]
  readonly whole: string[]
  /** Built when it is first needed. */
  gzipped?: { readonly head: string[]; readonly body: string }
}

const json = { 'content-type': 'application/json; charset=utf-8' }
/** Below this, compression saves no packet. */
const leastGzippedBytes = 1_400

// Most answers are sent many times, and building their headers takes longer than looking them up.
const headsByAnswer = new WeakMap<ReadyAnswer, Heads>()

function headsOf(ready: ReadyAnswer, always: Readonly<Record<string, string>>): Heads {
  const named = { ...always, etag: ready.etag, vary: 'accept-encoding', 'x-request-id': '' }
  const unchanged = Object.entries(named).flat()
  const bytes = Buffer.byteLength(ready.body)
  const ofBody = { ...json, 'content-length': String(bytes) }
  const encoding = bytes === ready.body.length ? 'latin1' : 'utf8'
  const heads: Heads = { bytes, encoding, unchanged, whole: Object.entries(ofBody).flat().concat(unchanged) }
  headsByAnswer.set(ready, heads)
  return heads
}
