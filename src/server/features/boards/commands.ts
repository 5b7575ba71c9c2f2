import type { Deps } from '#server/deps.ts'
import { foldMoves } from './store.ts'

// Reads add up the changes that are not folded yet, so these figures decide what a read costs and not what it answers.
const mostMoves = 400
const longestWaitMs = 60_000
const shortestPauseMs = 250
const movesBeforeVacuum = 10_000

/**
 * Folds the changes of boards while points are booked: each minute, and sooner when there are many. The space of folded
 * ones is made free again now and then, because a read would walk over it. Returns how to end it.
 */
export function keepBoardsFolded({ db, log }: Pick<Deps, 'db' | 'log'>): () => void {
  let moves = 0
  let folded = 0
  let timer: NodeJS.Timeout | null = null
  let hasEnded = false
  const fold = async () => {
    timer = null
    moves = 0
    try {
      folded += await foldMoves(db)
      if (folded < movesBeforeVacuum) return
      folded = 0
      await db.script('vacuum board_moves')
    } catch (error) {
      log.warn({ err: error }, 'could not fold the changes of the boards')
    }
  }
  const foldIn = (delayMs: number) => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(fold, delayMs)
    timer.unref()
  }
  // Only what this instance books: each folds after its own.
  db.listen(({ topics = [] }) => {
    if (hasEnded || !topics.includes('totals')) return
    moves += 1
    if (timer === null) foldIn(longestWaitMs)
    if (moves === mostMoves) foldIn(shortestPauseMs)
  })
  return () => {
    hasEnded = true
    if (timer !== null) clearTimeout(timer)
  }
}
