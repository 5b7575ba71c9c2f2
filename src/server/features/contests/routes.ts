import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/contests.ts'
import { currentContest } from '#domain/contests.ts'
import { dayOf } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { mountReady } from '#server/http/mount.ts'
import { type ContestRow, getContestTotals, listContestRows } from './store.ts'

export function contestRoutes(app: FastifyInstance, { db, snapshots, clock, config }: Deps): void {
  const today = () => dayOf(clock.now(), config.timeZone)
  const all = snapshots.define({
    topics: ['contests'],
    answer: contract.listContests.answer,
    build: async () => {
      const rows = await listContestRows(db)
      const current = currentContest(rows, today())
      const ordered = current ? [current, ...rows.filter((row) => row !== current)] : rows
      return { data: ordered.map(contestView) }
    },
  })
  const current = snapshots.define({
    topics: ['contests', 'totals'],
    answer: contract.getCurrentContest.answer,
    build: async () => {
      const row = currentContest(await listContestRows(db), today())
      return { data: row && { ...contestView(row), ...(await getContestTotals(db, row.id)) } }
    },
  })
  mountReady(app, contract.listContests, { pick: () => all })
  mountReady(app, contract.getCurrentContest, { pick: () => current })
}

function contestView(row: ContestRow) {
  const [year = 0, month = 1] = row.startDate.split('-').map(Number)
  return { ...row, year, month, createdAt: row.createdAt.toISOString() }
}
