import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/leaderboard.schema.ts'
import { type LeaderboardQuery, leaderboardPageSize, streakLeadersCount } from '#contract/leaderboard.ts'
import { addDays, dayOf } from '#domain/days.ts'
import type { ContestId, StandingsId } from '#domain/ids.ts'
import type { Kept, ReadyAnswer } from '#server/cache/kept.ts'
import type { Db } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { boardPush } from '#server/live/board-push.ts'
import { asStanding, findEntry, getAround, listBoard, teamBoard } from '../boards/store.ts'
import { findStandingsId } from '../contests/store.ts'
import { listMarks, listStreakLeaders } from './store.ts'

const firstPage = { limit: leaderboardPageSize, offset: 0 }

export function leaderboardRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, reads, cache, live, hub, log } = deps
  const board = cache.define(contract.getLeaderboard, () => listBoard(db, teamBoard, firstPage))
  live.listen(boardPush(hub, board, log))

  mountReady(app, contract.getLeaderboard, {
    pick: ({ query }) => (isFirstPage(query) ? board : null),
    otherwise: ({ member, query }) =>
      reads.list({ shows: contract.getLeaderboard, by: member.id }, (from) =>
        listBoard(from, teamBoard, query),
      ),
  })
  mount(app, contract.getMyRank, {
    permission: 'take part',
    handle: async ({ member }) => ({
      data: await findEntry.first(db, { boardId: teamBoard, userId: member.id }),
    }),
  })
  mount(app, contract.getAround, {
    permission: 'take part',
    handle: async ({ member }) => ({ data: await getAround(db, teamBoard, member.id) }),
  })
  const streaks = cache.define(contract.getStreakLeaders, async () => {
    const yesterday = addDays(dayOf(deps.clock.now(), deps.config.timeZone), -1)
    return { data: await listStreakLeaders(db, { yesterday, limit: streakLeadersCount }) }
  })
  mountReady(app, contract.getStreakLeaders, { pick: () => streaks })
  movementRoute(app, deps)
  standingsRoute(app, deps)
}

function movementRoute(app: FastifyInstance, { db, clock, config }: Deps): void {
  mount(app, contract.getMovement, {
    permission: 'take part',
    handle: async ({ member, query: { contestId = null, offset } }) => {
      const today = dayOf(clock.now(), config.timeZone)
      return { data: await listMarks(db, { today, contestId, offset, memberId: member.id }) }
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
