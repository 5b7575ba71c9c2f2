import type { Folding } from '#server/db/folding.ts'
import { foldMoves } from './store.ts'

/** Reads add up the changes that are not folded yet, so these figures decide what a read costs and not what it answers. */
export const boardFolding: Folding = { name: 'boards', fold: foldMoves, most: 400, tables: ['board_moves'] }
