import { type AppealId, type InteractionId, isId, type PostId, type ShareId } from './ids.ts'
import { type InteractionType, interactionTypes } from './vocabulary.ts'

/** The names of the buttons in chat messages, as the chat sends them back. */
export const chatActionIds = {
  report: { like: 'report:like', comment: 'report:comment', share: 'report:share' },
  undo: 'undo',
  /** Opens an address; the press itself has no effect. */
  open: 'open',
  verify: 'share:verify',
  reject: 'share:reject',
  giveBack: 'appeal:give-back',
  uphold: 'appeal:uphold',
  fewer: 'direct:fewer',
} as const satisfies Record<string, string | Record<InteractionType, string>>

/** What a pressed button asks for. */
export type ChatAction =
  | { readonly kind: 'report'; readonly type: InteractionType; readonly postId: PostId }
  | { readonly kind: 'undo'; readonly interactionId: InteractionId }
  | { readonly kind: 'verify'; readonly shareId: ShareId }
  | { readonly kind: 'reject'; readonly shareId: ShareId }
  | { readonly kind: 'give-back' | 'uphold'; readonly appealId: AppealId }
  | { readonly kind: 'fewer' }

/** The action of a button; null for one that does nothing here, or that this version does not know. */
export function chatActionOf(name: string, value: string): ChatAction | null {
  if (name === chatActionIds.fewer) return { kind: 'fewer' }
  if (!isId<'post' | 'interaction' | 'share' | 'appeal'>(value)) return null
  const id: unknown = value
  const type = interactionTypes.find((each) => chatActionIds.report[each] === name)
  if (type) return { kind: 'report', type, postId: id as PostId }
  switch (name) {
    case chatActionIds.undo:
      return { kind: 'undo', interactionId: id as InteractionId }
    case chatActionIds.verify:
      return { kind: 'verify', shareId: id as ShareId }
    case chatActionIds.reject:
      return { kind: 'reject', shareId: id as ShareId }
    case chatActionIds.giveBack:
      return { kind: 'give-back', appealId: id as AppealId }
    case chatActionIds.uphold:
      return { kind: 'uphold', appealId: id as AppealId }
    default:
      return null
  }
}

/** The words of a command, in any case. */
export const chatCommands = ['points', 'board', 'undo', 'share', 'help'] as const

/** What somebody typed after the command's name. */
export type TypedCommand =
  | { readonly kind: 'points' | 'board' | 'undo' }
  | { readonly kind: 'share'; readonly link: string; readonly message: string | null }
  | { readonly kind: 'help' }
  /** None of these words. */
  | { readonly kind: 'unknown' }

/** Reads a command. Chats write an address as `<address>` or `<address|text>`. A share may have a message behind its link. */
export function typedCommand(text: string): TypedCommand {
  const [first = '', ...rest] = text.trim().split(/\s+/)
  const word = first.toLowerCase()
  if (word === '') return { kind: 'points' }
  const known = chatCommands.find((each) => each === word)
  if (known === undefined) return { kind: 'unknown' }
  if (known === 'help') return { kind: 'help' }
  if (known !== 'share') return { kind: known }
  const [link = '', ...words] = rest
  return { kind: 'share', link: plainLink(link), message: words.length > 0 ? words.join(' ') : null }
}

function plainLink(link: string): string {
  const address = /^<([^|>]*)(\|[^>]*)?>$/.exec(link)?.[1] ?? link
  return address.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
