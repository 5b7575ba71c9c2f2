import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leaderboard.schema.ts'
import {
  type LeaderboardQuery,
  leaderboardPageSize,
  leastNewcomers,
  newcomerDays,
  streakLeadersCount,
  type WindowNeighbours,
} from '#contract/leaderboard.ts'
import { type BoardWindow, windowKinds } from '#domain/board-windows.ts'
import { addDays, dayOf, mondayOf } from '#domain/days.ts'
import type { ContestId, StandingsId } from '#domain/ids.ts'
import type { Kept, ReadyAnswer } from '#server/cache/kept.ts'
import type { Db } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { boardPush } from '#server/live/board-push.ts'
import {
  asStanding,
  type Board,
  findEntry,
  getAround,
  listBoard,
  type NamedNeighbours,
  teamBoard,
} from '../boards/store.ts'
import { findStandingsId } from '../contests/store.ts'
import { readWindow } from '../windows/commands.ts'
import { listMarks, listNewcomers, listStreakLeaders } from './store.ts'

const firstPage = { limit: leaderboardPageSize, offset: 0 }

const preparing = { data: [], total: 0, isPreparing: true } as const
const nobodyAround = { data: [], toNext: null, toBehind: null } as const
const dayMs = 86_400_000

export function leaderboardRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, reads, cache, live, hub, log } = deps
  const board = cache.define(contract.getLeaderboard, () => listBoard(db, teamBoard, firstPage))
  live.listen(boardPush(hub, board, log))
  const ofWindows = new Map(
    windowKinds.map((kind) => [
      kind,
      cache.define(contract.getLeaderboard, async () => {
        const boardId = await readWindow(deps, kind)
        return boardId === null ? preparing : listBoard(db, boardId, firstPage)
      }),
    ]),
  )

  mountReady(app, contract.getLeaderboard, {
    pick: ({ query: { window, ...page } }) => {
      if (!isFirstPage(page)) return null
      return window === 'all' ? board : (ofWindows.get(window) ?? null)
    },
    otherwise: async ({ member, query: { window, ...page } }) => {
      const boardId = await boardOf(deps, window)
      if (boardId === null) return preparing
      // A window has just been folded, so a copy of the database may not have it yet.
      const asked = { shows: contract.getLeaderboard, by: member.id, isExact: window !== 'all' }
      return reads.list(asked, (from) => listBoard(from, boardId, page))
    },
  })
  mount(app, contract.getMyRank, {
    permission: 'take part',
    handle: async ({ member, query: { window } }) => {
      const boardId = await boardOf(deps, window)
      return { data: boardId && (await findEntry.first(db, { boardId, userId: member.id })) }
    },
  })
  mount(app, contract.getAround, {
    permission: 'take part',
    handle: async ({ member, query: { window } }) => {
      if (window === undefined) return { data: await getAround(db, teamBoard, member.id) }
      const boardId = await boardOf(deps, window)
      return boardId === null ? nobodyAround : windowNeighbours(await getAround(db, boardId, member.id))
    },
  })
  const newcomers = cache.define(contract.getNewcomers, async () => {
    const since = new Date(deps.clock.now().getTime() - newcomerDays * dayMs)
    const rows = await listNewcomers(db, { since, least: leastNewcomers, limit: leaderboardPageSize })
    const [first] = rows
    return { data: rows, total: first?.total ?? 0, ...(first?.isMore && { isMore: true }) }
  })
  mountReady(app, contract.getNewcomers, { pick: () => newcomers })
  const streaks = cache.define(contract.getStreakLeaders, async () => {
    const now = deps.clock.now()
    const yesterday = addDays(dayOf(now, deps.config.timeZone), -1)
    return { data: await listStreakLeaders(db, { yesterday, now, limit: streakLeadersCount }) }
  })
  mountReady(app, contract.getStreakLeaders, { pick: () => streaks })
  movementRoute(app, deps)
  standingsRoute(app, deps)
}

function windowNeighbours({ own, above, below, by }: NamedNeighbours): WindowNeighbours {
  const distance = (points: number | null, holder: string | null) =>
    points === null || holder === null ? null : { points, displayName: holder }
  return {
    data: [...above, ...(own ? [own] : []), ...below],
    toNext: distance(by.toNext, by.next),
    toBehind: distance(by.toBehind, by.behind),
  }
}

/** The team board of a window; null while it is being built. */
async function boardOf(deps: Deps, window: BoardWindow): Promise<Board | null> {
  return window === 'all' ? teamBoard : readWindow(deps, window)
}

function movementRoute(app: FastifyInstance, deps: Deps): void {
  const { db, clock, config } = deps
  mount(app, contract.getMovement, {
    permission: 'take part',
    handle: async ({ member, query: { contestId = null, window: kind, since, offset } }) => {
      const today = dayOf(clock.now(), config.timeZone)
      const id = contestId === null && kind !== 'all' ? await readWindow(deps, kind) : null
      const window = kind === 'all' || id === null ? null : { kind, id }
      if (contestId === null && kind !== 'all' && window === null) return { data: [] }
      const day = since === 'day' ? today : mondayOf(today)
      return { data: await listMarks(db, { since, day, contestId, window, offset, memberId: member.id }) }
    },
  })
}

function standingsRoute(app: FastifyInstance, { db, reads, cache }: Deps): void {
  const boards = new Map<ContestId, Kept<ReadyAnswer>>()
  const getBoard = async (id: ContestId, from = db): Promise<StandingsId> => {
    const boardId = await findStandingsId(from, id)
    if (boardId === null) throw new AppError('unknown', 'This contest was not found')
    return boardId
  }
  const boardOf = (contestId: ContestId) => {
    const known = boards.get(contestId)
    if (known) return known
    const board = cache.define(contract.getStandings, async () => {
      // The contest may have been deleted, or have got other standings, while people look at its board.
      return listStandings(db, await getBoard(contestId), firstPage)
    })
    boards.set(contestId, board)
    return board
  }
  // Only existing contests get a snapshot, so that nobody can fill the memory with invented ids.
  const admit = async (contestId: ContestId, isFirst: boolean) => {
    await getBoard(contestId)
    return isFirst ? boardOf(contestId) : null
  }
  mountReady(app, contract.getStandings, {
    pick: ({ params: { contestId }, query }) => {
      const isFirst = isFirstPage(query)
      return (isFirst && boards.get(contestId)) || admit(contestId, isFirst)
    },
    otherwise: ({ member, params, query }) =>
      reads.list({ shows: contract.getStandings, by: member.id }, async (from) =>
        listStandings(from, await getBoard(params.contestId, from), query),
      ),
  })
  mount(app, contract.getMyStanding, {
    permission: 'take part',
    handle: async ({ member, params: { contestId } }) => {
      const boardId = await getBoard(contestId)
      const entry = await findEntry.first(db, { boardId, userId: member.id })
      return { data: entry && asStanding(entry) }
    },
  })
  mount(app, contract.getStandingsAround, {
    permission: 'take part',
    handle: async ({ member, params: { contestId } }) => {
      const { own, above, below, by } = await getAround(db, await getBoard(contestId), member.id)
      return {
        data: { own: own && asStanding(own), above: above.map(asStanding), below: below.map(asStanding), by },
      }
    },
  })
}

async function listStandings(db: Db, boardId: StandingsId, wanted: LeaderboardQuery) {
  const page = await listBoard(db, boardId, wanted)
  return { ...page, data: page.data.map(asStanding) }
}

function isFirstPage({ limit, offset, search }: LeaderboardQuery): boolean {
  return limit === firstPage.limit && offset === firstPage.offset && !search
}
