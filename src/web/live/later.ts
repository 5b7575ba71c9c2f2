import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import {
  getAround,
  getLeaderboard,
  getMovement,
  getMyRank,
  getMyStanding,
  getStandings,
  getStandingsAround,
  type LeaderboardEntry,
  type Neighbours,
} from '#contract/leaderboard.ts'
import { getMissed, longestAwayMs, type Missed } from '#contract/missed.ts'
import { call } from '#web/api/client.ts'
import { pathOf, type Shown } from '#web/api/query-client.ts'

const onTeam: readonly Shown[] = [getMyRank, getAround, getMovement]
const inContest: readonly Shown[] = [getMyStanding, getStandingsAround, getMovement]

type Around = Pick<Neighbours<LeaderboardEntry>, 'own' | 'above' | 'below'>

interface Page {
  readonly data: readonly LeaderboardEntry[]
  readonly total: number
}

/** Whether one of those who have changed is next to the signed-in member, or is that one, in any answer on screen. */
export function isNeighbour(client: QueryClient, hasChanged: (row: LeaderboardEntry) => boolean): boolean {
  const shown = client.getQueryCache().findAll({ type: 'active' })
  return shown.some(({ queryKey, state }) => {
    const path = pathOf(queryKey)
    if (path !== getAround.path && path !== getStandingsAround.path) return false
    const around = (state.data as { data?: Around | readonly LeaderboardEntry[] } | undefined)?.data
    return around !== undefined && rowsOf(around).some(hasChanged)
  })
}

export interface BoardWatch {
  /** What shows another place than the boards that came since the last call. Most reports change a board elsewhere. */
  outdated(): readonly Shown[]
  stop(): void
}

/** Calls `onBoard` for each board that comes. */
export function watchBoards(client: QueryClient, onBoard: () => void): BoardWatch {
  const came = new Set<Query>()
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success' || !placesOn(event.query.queryKey)) return
    came.add(event.query)
    onBoard()
  })
  const outdated = () => {
    const found = Array.from(came, ({ queryKey, state }) => {
      const places = placesOn(queryKey)
      return places && differs(state.data, client.getQueryData(places.around)) ? places.shown : []
    })
    came.clear()
    return found.flat()
  }
  return { outdated, stop }
}

/** What shows the own place on the board that is cached under this key; null if it is no board. */
function placesOn(key: QueryKey): { readonly around: QueryKey; readonly shown: readonly Shown[] } | null {
  if (key.length === 1 && key[0] === getLeaderboard.path) return { around: [getAround.path], shown: onTeam }
  if (key.length !== 2 || pathOf(key) !== getStandings.path) return null
  return { around: [...key, 'around'], shown: inContest }
}

function differs(board: unknown, around: { data: Around } | undefined): boolean {
  const pages = pagesOf(board)
  return around?.data !== undefined && pages.length > 0 && !isShownBy(pages, around.data)
}

/** A board is one page, or several that were read one after the other. */
function pagesOf(board: unknown): readonly Page[] {
  if (typeof board !== 'object' || board === null) return []
  return 'pages' in board ? (board.pages as Page[]) : [board as Page]
}

const nextTo = 2

/** Whether the first places of a board have these neighbours where they are, as far as those places go. */
function isShownBy(pages: readonly Page[], around: Around): boolean {
  const rows = pages.flatMap(({ data }) => data)
  const total = pages.at(-1)?.total ?? rows.length
  const { own, above } = around
  const place = own ? rows.findIndex(({ id }) => id === own.id) : total
  // Beyond these places nothing is known. Members of equal rank may be on both sides.
  if (place < 0) return own !== null && total > rows.length && own.rank >= (rows.at(-1)?.rank ?? 0)
  const known = rowsOf(around)
  const first = Math.max(0, place - nextTo)
  const end = Math.min(total, own ? place + nextTo + 1 : place)
  if (above.length !== place - first || known.length !== end - first) return false
  return rows.slice(first, end).every((row, nth) => isSame(row, known[nth]))
}

/** The answer of a window is the rows themselves. */
function rowsOf(around: Around | readonly LeaderboardEntry[]): readonly LeaderboardEntry[] {
  return 'above' in around ? around.above.concat(around.own ?? [], around.below) : around
}

function isSame(row: LeaderboardEntry, other: LeaderboardEntry | undefined): boolean {
  return row.id === other?.id && row.rank === other.rank && row.totalPoints === other.totalPoints
}

// An answer that took longer may not say what changed just before it was asked for.
const longestAnswerMs = 5_000

/** What changed in so many milliseconds; null if that cannot be told. */
export async function readMissed(awayMs: number): Promise<Missed | null> {
  if (awayMs > longestAwayMs) return null
  const askedAtMs = performance.now()
  const { data } = await call(getMissed, { query: { awayMs: Math.ceil(awayMs) } })
  return performance.now() - askedAtMs < longestAnswerMs ? data : null
}
