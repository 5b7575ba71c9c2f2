/** Counts what changes before people's eyes, so that a page can wait for what the app shows next. */
export interface Changes {
  /** Something changed for one person, or with null for all in the channel. */
  note(userId: string | null): void
  /** How often something has changed for this person. */
  countFor(userId: string): number
  /** Resolves when the count is above `count`, at the latest after this time. */
  waitFor(userId: string, count: number, mostMs: number): Promise<void>
}

export function createChanges(): Changes {
  const counts = new Map<string | null, number>()
  const waiting = new Set<() => void>()
  const countFor = (userId: string) => (counts.get(userId) ?? 0) + (counts.get(null) ?? 0)
  return {
    countFor,
    note(userId) {
      counts.set(userId, (counts.get(userId) ?? 0) + 1)
      for (const check of waiting) check()
    },
    waitFor: (userId, count, mostMs) =>
      new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(check)
          resolve()
        }
        const check = () => {
          if (countFor(userId) > count) end()
        }
        const timer = setTimeout(end, mostMs).unref()
        waiting.add(check)
        check()
      }),
  }
}
