import type { Block } from './block-kit.ts'
import { bot } from './chat.ts'
import { type Answer, jsonAnswer, type ReadRequest } from './http.ts'
import type { MessageContent, PrivateMessage } from './private-messages.ts'
import { directIdOf, isDirect, type Surface, userIdOf } from './surface.ts'
import type { ViewVerdict } from './views.ts'

type Fields = Readonly<Record<string, unknown>>

/** A method of the Web API. Null leaves the request to the emulator. */
export type Method = (fields: Fields, request: ReadRequest) => Promise<Answer | null>

interface Options {
  readonly surface: Surface
  readonly channel: { readonly id: string; readonly name: string }
  /** The ids of those whom the app may write to. */
  readonly members: ReadonlySet<string>
  /** The ids of those who are in the channel. */
  readonly readers: ReadonlySet<string>
  readonly isDisabled: (userId: string) => boolean
  readonly scopes: readonly string[]
}

/** The methods that concern single people: direct messages, ephemeral messages, Home tabs and dialogs. */
export function personalMethods(options: Options): Readonly<Record<string, Method>> {
  return { ...messageMethods(options), ...viewMethods(options) }
}

function messageMethods(options: Options): Record<string, Method> {
  const { surface, channel, readers } = options
  const { directMessages, ephemerals, openedDirects } = surface
  return {
    'conversations.open': async ({ users, channel: directId }) =>
      typeof directId === 'string' && directId !== ''
        ? reopened(surface, directId)
        : opened(options, namesIn(users)),
    'chat.postMessage': async (fields) => {
      const to = String(fields.channel ?? '')
      if (!/^[DU][A-Z0-9]+$/.test(to)) return null
      if (to.startsWith('U')) {
        const problem = personProblem(options, to)
        if (problem) return failure(problem)
        openedDirects.add(directIdOf(to))
      }
      const directId = to.startsWith('U') ? directIdOf(to) : to
      if (!openedDirects.has(directId)) return failure('channel_not_found')
      const content = contentOf(fields)
      if (!content) return failure('no_text')
      const message = directMessages.add(userIdOf(directId), directId, content)
      return jsonAnswer({ ok: true, channel: directId, ts: message.ts, message: sentMessage(message) })
    },
    'chat.postEphemeral': async (fields) => {
      if (fields.channel !== channel.id && fields.channel !== channel.name)
        return failure('channel_not_found')
      const content = contentOf(fields)
      if (!content) return failure('no_text')
      if (!readers.has(String(fields.user))) return failure('user_not_in_channel')
      const { ts } = ephemerals.add(String(fields.user), channel.id, content)
      return jsonAnswer({ ok: true, message_ts: ts })
    },
    'chat.update': async (fields) => {
      const directId = String(fields.channel ?? '')
      if (!isDirect(directId)) return null
      const content = contentOf(fields)
      if (!content) return failure('no_text')
      const message = directMessages.replace(userIdOf(directId), String(fields.ts), content)
      if (!message) return failure('message_not_found')
      const { ts, text } = message
      return jsonAnswer({ ok: true, channel: directId, ts, text, message: sentMessage(message) })
    },
    'chat.delete': async ({ channel: directId, ts }) => {
      if (!isDirect(String(directId))) return null
      const isGone = directMessages.remove(userIdOf(String(directId)), String(ts))
      return isGone ? jsonAnswer({ ok: true, channel: directId, ts }) : failure('message_not_found')
    },
  }
}

function viewMethods({ surface, readers }: Options): Record<string, Method> {
  const { views, triggers } = surface
  const withTrigger = (fields: Fields, open: (userId: string) => ViewVerdict) => {
    // A view that Slack refuses does not use the trigger up.
    const problem = views.check(fields.view)
    if (problem) return viewAnswer(problem)
    const trigger = triggers.take(fields.trigger_id)
    return 'error' in trigger ? failure(trigger.error) : viewAnswer(open(trigger.userId))
  }
  return {
    'views.publish': async ({ user_id: userId, view, hash }) =>
      readers.has(String(userId))
        ? viewAnswer(views.publish(String(userId), view, hash))
        : failure('user_not_found'),
    'views.open': async (fields) => withTrigger(fields, (userId) => views.open(userId, fields.view)),
    'views.push': async (fields) => withTrigger(fields, (userId) => views.push(userId, fields.view)),
    'views.update': async ({ view_id: viewId, view, hash }) => viewAnswer(views.update(viewId, view, hash)),
  }
}

function opened(options: Options, users: readonly string[]): Answer {
  const [userId] = users
  if (userId === undefined) return failure('users_list_not_supplied')
  // A conversation of several people needs a scope that the app does not ask for.
  if (users.length > 1)
    return failure('missing_scope', { needed: 'mpim:write', provided: options.scopes.join(',') })
  const problem = personProblem(options, userId)
  if (problem) return failure(problem)
  const id = directIdOf(userId)
  const isKnown = options.surface.openedDirects.has(id)
  options.surface.openedDirects.add(id)
  return jsonAnswer({ ok: true, ...(isKnown && { no_op: true, already_open: true }), channel: { id } })
}

function reopened({ openedDirects }: Surface, directId: string): Answer {
  if (!openedDirects.has(directId)) return failure('channel_not_found')
  return jsonAnswer({ ok: true, no_op: true, already_open: true, channel: { id: directId } })
}

/** Why the app cannot write to somebody; null if it can. */
function personProblem({ members, isDisabled }: Options, userId: string): string | null {
  if (isDisabled(userId)) return 'user_disabled'
  if (userId === 'USLACKBOT') return 'cannot_dm_bot'
  return members.has(userId) ? null : 'user_not_found'
}

function namesIn(users: unknown): string[] {
  const names = Array.isArray(users) ? users.map(String) : String(users ?? '').split(',')
  return names.map((name) => name.trim()).filter(Boolean)
}

function contentOf({ text, blocks }: Fields): MessageContent | null {
  const content = {
    text: typeof text === 'string' ? text : '',
    blocks: Array.isArray(blocks) ? (blocks as Block[]) : [],
  }
  return content.text === '' && content.blocks.length === 0 ? null : content
}

function sentMessage({ ts, text, blocks }: PrivateMessage) {
  const { user_id: user, bot_id, app_id } = bot
  return { type: 'message', user, bot_id, app_id, ts, text, ...(blocks.length > 0 && { blocks }) }
}

function viewAnswer(verdict: ViewVerdict): Answer {
  if ('view' in verdict) return jsonAnswer({ ok: true, view: verdict.view })
  const { error, reason } = verdict
  return failure(
    error,
    reason === undefined ? {} : { response_metadata: { messages: [`[ERROR] ${reason}`] } },
  )
}

function failure(error: string, details: object = {}): Answer {
  return jsonAnswer({ ok: false, error, ...details })
}
