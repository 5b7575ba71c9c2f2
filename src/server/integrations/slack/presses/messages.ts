import { chatActionIds } from '#domain/chat-actions.ts'
import type { InteractionId } from '#domain/ids.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { actions, button, type ChatMessage, number, points, section } from '../blocks/messages.ts'

/** Where a member stands. */
export interface Place {
  readonly points: number
  /** Null without points. */
  readonly rank: number | null
}

interface ReportedFacts {
  readonly interactionId: InteractionId
  readonly type: InteractionType
  readonly points: number
  /** How many of this type earn points in a day; null for no limit. */
  readonly cap: number | null
  readonly place: Place
}

const plurals: Readonly<Record<InteractionType, string>> = {
  like: 'likes',
  comment: 'comments',
  share: 'shares',
}

/** "+15 · 885 points · #7", with a button that undoes it. */
export function reportedMessage({
  interactionId,
  type,
  points: earned,
  cap,
  place,
}: ReportedFacts): ChatMessage {
  const overCap =
    earned === 0 && cap !== null
      ? ` Your ${number(cap)} ${plurals[type]} with points are used up for today; this one still counts for your streak.`
      : ''
  const text = `+${number(earned)} · ${placeText(place)}`
  const undo = button('Undo', { action_id: chatActionIds.undo, value: interactionId })
  return { text, blocks: [section(`${text}${overCap}`), actions(undo)] }
}

export function undoneMessage(removed: number, place: Place): ChatMessage {
  return wordsMessage(`Taken back: −${number(removed)} · ${placeText(place)}`)
}

/** An answer of words alone. */
export function wordsMessage(text: string): ChatMessage {
  return { text, blocks: [section(text)] }
}

export function placeText({ points: sum, rank }: Place): string {
  return rank === null ? points(sum) : `${points(sum)} · #${number(rank)}`
}
