import { randomBytes } from 'node:crypto'
import { BoundedMap } from './bounded-map.ts'

/** What lets the app open a dialog for the person who pressed a button or sent a command. */
export interface Triggers {
  create(userId: string): string
  /** Uses a trigger up. Answers whose it was, or Slack's code for why it does not work. */
  take(id: unknown): { readonly userId: string } | { readonly error: string }
}

const lifetimeMs = 3_000

export function createTriggers(now: () => Date): Triggers {
  const known = new BoundedMap<string, { userId: string; endsAtMs: number; isUsed: boolean }>()
  let count = 0
  return {
    create(userId) {
      count += 1
      const id = `${now().getTime()}.${count}.${randomBytes(16).toString('hex')}`
      known.set(id, { userId, endsAtMs: now().getTime() + lifetimeMs, isUsed: false })
      return id
    },
    take(id) {
      const trigger = typeof id === 'string' ? known.get(id) : undefined
      if (!trigger) return { error: 'invalid_trigger_id' }
      if (trigger.isUsed) return { error: 'exchanged_trigger_id' }
      if (now().getTime() > trigger.endsAtMs) return { error: 'expired_trigger_id' }
      trigger.isUsed = true
      return { userId: trigger.userId }
    },
  }
}
