import type { Deps } from '#server/deps.ts'
import type { Db } from './handle.ts'

const longestWaitMs = 60_000
const shortestPauseMs = 250
/** After a start, so that it does not hold up the start itself. */
const firstPauseMs = 1_000
const changesBeforeVacuum = 10_000

/** Changes that writes append, and how they are added up. */
export interface Folding {
  /** For the log. */
  readonly name: string
  /** Adds up what has been appended, and returns how many changes that were. */
  readonly fold: (db: Db) => Promise<number>
  /** After so many bookings it is folded soon. */
  readonly most: number
  /** The tables with the changes. */
  readonly tables: readonly string[]
}

/**
 * Folds the changes that an ended process has left, and then those of this one while points are booked: each minute, and
 * sooner when there are many. The space of folded ones is made free again now and then, because a read would walk over
 * it. Returns how to end it.
 */
export function keepFolded(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { name, fold, most, tables }: Folding,
): () => void {
  let bookings = 0
  let folded = 0
  let timer: NodeJS.Timeout | null = null
  let hasEnded = false
  const run = async () => {
    timer = null
    bookings = 0
    try {
      folded += await fold(db)
      if (folded < changesBeforeVacuum) return
      folded = 0
      for (const table of tables) await db.script(`vacuum ${table}`)
    } catch (error) {
      log.warn({ err: error, name }, 'could not fold changes')
    }
  }
  const runIn = (delayMs: number) => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(run, delayMs)
    timer.unref()
  }
  runIn(firstPauseMs)
  // Only what this instance books: each folds after its own.
  db.listen(({ topics = [] }) => {
    if (hasEnded || !topics.includes('totals')) return
    bookings += 1
    if (timer === null) runIn(longestWaitMs)
    if (bookings === most) runIn(shortestPauseMs)
  })
  return () => {
    hasEnded = true
    if (timer !== null) clearTimeout(timer)
  }
}
