import type { Block } from './block-kit.ts'

/** A message that only one person sees. */
export interface PrivateMessage {
  /** Slack's id of a message, and the time when it came. */
  readonly ts: string
  readonly text: string
  readonly blocks: readonly Block[]
  /** The id of the channel or of the direct messages where it stands. */
  readonly channel: string
}

export type MessageContent = Pick<PrivateMessage, 'text' | 'blocks'>

/** The private messages of everybody, oldest first. */
export interface PrivateMessages {
  add(userId: string, channel: string, content: MessageContent): PrivateMessage
  /** Null if there is no such message. */
  replace(userId: string, ts: string, content: Partial<MessageContent>): PrivateMessage | null
  /** Whether there was such a message. */
  remove(userId: string, ts: string): boolean
  of(userId: string): readonly PrivateMessage[]
}

/** Older messages of a person are forgotten. */
const mostPerPerson = 500

interface Options {
  readonly newTs: () => string
  readonly onChange: (userId: string) => void
}

export function createPrivateMessages({ newTs, onChange }: Options): PrivateMessages {
  const lists = new Map<string, readonly PrivateMessage[]>()
  const of = (userId: string) => lists.get(userId) ?? []
  const put = (userId: string, messages: readonly PrivateMessage[]) => {
    lists.set(userId, messages)
    onChange(userId)
  }
  return {
    of,
    add(userId, channel, content) {
      const message = { ...content, channel, ts: newTs() }
      put(userId, [...of(userId), message].slice(-mostPerPerson))
      return message
    },
    replace(userId, ts, content) {
      const known = of(userId).find((message) => message.ts === ts)
      if (!known) return null
      const message = { ...known, ...content }
      put(
        userId,
        of(userId).map((each) => (each === known ? message : each)),
      )
      return message
    },
    remove(userId, ts) {
      const kept = of(userId).filter((message) => message.ts !== ts)
      const isFound = kept.length < of(userId).length
      put(userId, kept)
      return isFound
    },
  }
}

/** Makes ids of messages: seconds, and a number that sets those of the same second apart. */
export function createStamps(now: () => Date): () => string {
  let count = 0
  return () => {
    count += 1
    return `${Math.floor(now().getTime() / 1_000)}.${String(count).padStart(6, '0')}`
  }
}
