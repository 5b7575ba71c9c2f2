import { randomBytes } from 'node:crypto'
import type { Block } from './block-kit.ts'
import { blocksVerdict } from './blocks.ts'
import { BoundedMap } from './bounded-map.ts'
import { type Answer, parseJson, type ReadRequest } from './http.ts'
import type { MessageContent, PrivateMessages } from './private-messages.ts'

/** The path of the addresses at which the app answers a press or a command later. */
export const actionsPath = '/actions/'

/** A press or a command, as the place that answers to it. */
export interface Source {
  readonly userId: string
  readonly channelId: string
  /** The message that held the pressed button; null for a command. */
  readonly original: Original | null
}

/** A message by where it is kept: with one person, or where all who are in the channel see it. */
export interface Original {
  readonly kind: 'ephemeral' | 'shown'
  readonly ts: string
}

export interface ShownMessages {
  post(channelId: string, content: MessageContent): Promise<void>
  update(channelId: string, ts: string, content: MessageContent): Promise<void>
  remove(channelId: string, ts: string): Promise<void>
}

export interface ResponseUrls {
  /** A new secret address, for five answers within half an hour. */
  create(source: Source): string
  /** Shows what the app answered to a command at once, and by which later answers can replace it. */
  show(address: string, content: MessageContent & { readonly isForAll: boolean }): Promise<void>
  answer(request: ReadRequest): Promise<Answer>
}

const mostUses = 5
const lifetimeMs = 30 * 60_000

interface Options {
  readonly origin: string
  readonly teamId: string
  readonly now: () => Date
  readonly ephemerals: PrivateMessages
  readonly shown: ShownMessages
}

interface Known {
  source: Source
  endsAtMs: number
  uses: number
}

export function createResponseUrls(options: Options): ResponseUrls {
  const { origin, teamId, now } = options
  const known = new BoundedMap<string, Known>()
  let count = 0
  return {
    create(source) {
      count += 1
      const path = `${actionsPath}${teamId}/${count}/${randomBytes(18).toString('base64url')}`
      known.set(path, { source, endsAtMs: now().getTime() + lifetimeMs, uses: 0 })
      return origin + path
    },
    async show(address, { isForAll, ...content }) {
      const entry = known.get(new URL(address).pathname)
      if (entry) await addMessage(entry, content, { isForAll, options })
    },
    async answer(request) {
      const entry = known.get(request.path)
      if (!entry) return textAnswer(404, 'no_service')
      if (request.method !== 'POST') return textAnswer(405, 'method_not_allowed')
      if (now().getTime() > entry.endsAtMs) return textAnswer(404, 'expired_url')
      if (entry.uses >= mostUses) return textAnswer(404, 'used_url')
      // Slack reads JSON here, whatever the header says of the type.
      const body = parseJson(request.body.toString('utf8'))
      const problem = problemOf(body)
      if (problem !== null) return textAnswer(400, problem)
      entry.uses += 1
      await apply(entry, body as Body, options)
      return textAnswer(200, 'ok')
    },
  }
}

interface Body {
  readonly text?: string
  readonly blocks?: readonly Block[]
  readonly response_type?: string
  readonly replace_original?: boolean | string
  readonly delete_original?: boolean | string
}

function problemOf(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return 'invalid_payload'
  const { text, blocks, delete_original: isDeleting } = body as Body
  if (isTrue(isDeleting)) return null
  const verdict = blocksVerdict(blocks)
  if (!verdict.ok) return verdict.error
  return typeof text === 'string' || (blocks && blocks.length > 0) ? null : 'no_text'
}

async function apply(entry: Known, body: Body, options: Options): Promise<void> {
  const { userId, channelId, original } = entry.source
  if (original && isTrue(body.delete_original)) {
    if (original.kind === 'ephemeral') options.ephemerals.remove(userId, original.ts)
    else await options.shown.remove(channelId, original.ts)
    return
  }
  const content = { text: body.text ?? '', blocks: body.blocks ?? [] }
  if (original && isTrue(body.replace_original)) {
    if (original.kind === 'ephemeral') options.ephemerals.replace(userId, original.ts, content)
    else await options.shown.update(channelId, original.ts, content)
    return
  }
  if (isTrue(body.delete_original)) return
  await addMessage(entry, content, { isForAll: body.response_type === 'in_channel', options })
}

/** A command has no message of its own: the first answer that its person sees is the one that is replaced. */
async function addMessage(
  entry: Known,
  content: MessageContent,
  { isForAll, options }: { isForAll: boolean; options: Options },
): Promise<void> {
  const { userId, channelId, original } = entry.source
  if (isForAll) return options.shown.post(channelId, content)
  const { ts } = options.ephemerals.add(userId, channelId, content)
  if (!original) entry.source = { ...entry.source, original: { kind: 'ephemeral', ts } }
}

function isTrue(flag: unknown): boolean {
  return flag === true || flag === 'true'
}

function textAnswer(status: number, body: string): Answer {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body }
}
