import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/contests.schema.ts'
import { annualWinners, currentContest } from '#domain/contests.ts'
import { dayOf } from '#domain/days.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { contestView, createContest, deleteContest, restoreContest, updateContest } from './commands.ts'
import { getContestTotals, listContestRows, listWinners } from './store.ts'

export function contestRoutes(app: FastifyInstance, deps: Deps): void {
  shownContests(app, deps)
  winners(app, deps)
  mount(app, contract.createContest, {
    permission: 'administer',
    handle: async ({ body, acting }) => ({ data: await createContest(deps, acting, body) }),
  })
  mount(app, contract.updateContest, {
    permission: 'administer',
    handle: async ({ params, body, acting }) => ({
      data: await updateContest(deps, acting, { id: params.id, change: body }),
    }),
  })
  mount(app, contract.deleteContest, {
    permission: 'administer',
    handle: ({ params, acting }) => deleteContest(deps, acting, params.id),
  })
  mount(app, contract.restoreContest, {
    permission: 'administer',
    handle: async ({ params, acting }) => ({ data: await restoreContest(deps, acting, params.id) }),
  })
}

function shownContests(app: FastifyInstance, { db, cache, clock, config }: Deps): void {
  const today = () => dayOf(clock.now(), config.timeZone)
  const currentFirst = cache.define(contract.listContests, async () => {
    const rows = await listContestRows(db)
    const current = currentContest(rows, today())
    const ordered = current ? [current, ...rows.filter((row) => row !== current)] : rows
    return { data: ordered.map(contestView) }
  })
  const newestFirst = cache.define(contract.listMonthlyContests, async () => ({
    data: (await listContestRows(db)).map(contestView),
  }))
  const current = cache.define(contract.getCurrentContest, async () => {
    const row = currentContest(await listContestRows(db), today())
    const { timeZone } = config
    return {
      data: row && {
        ...contestView(row),
        ...(await getContestTotals.one(db, { contestId: row.id })),
        timeZone,
      },
    }
  })
  mountReady(app, contract.listContests, { pick: () => currentFirst })
  mountReady(app, contract.listMonthlyContests, { pick: () => newestFirst })
  mountReady(app, contract.getCurrentContest, { pick: () => current })
}

function winners(app: FastifyInstance, { db, cache }: Deps): void {
  const previous = cache.define(contract.listPreviousWinners, async () =>
    (await listWinners(db, {})).map(({ userId: id, username, displayName, avatar, ...winner }) => ({
      ...winner,
      user: { id, username, displayName, avatar },
    })),
  )
  const annual = cache.define(contract.listAnnualWinners, async () => ({
    data: annualWinners(await listWinners(db, {})),
  }))
  mountReady(app, contract.listPreviousWinners, { pick: () => previous })
  mountReady(app, contract.listAnnualWinners, { pick: () => annual })
}
