import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/contests.schema.ts'
import { type RaceLine, raceLeadersCount } from '#contract/contests.ts'
import { annualWinners, currentContest, daysSoFar, restorableSince, runningSums } from '#domain/contests.ts'
import { type Day, dayOf } from '#domain/days.ts'
import type { ContestId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import { teamAverage } from '#domain/teams.ts'
import type { Kept, ReadyAnswer } from '#server/cache/kept.ts'
import type { RowOf } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { mount, mountReady } from '#server/http/mount.ts'
import { contestView, createContest, deleteContest, restoreContest, updateContest } from './commands.ts'
import {
  type ContestRow,
  findShownContest,
  getContestTotals,
  listBuilds,
  listContestRows,
  listDeletedContests,
  listOwnRaceDays,
  listRaceDays,
  listWinners,
} from './store.ts'

export function contestRoutes(app: FastifyInstance, deps: Deps): void {
  shownContests(app, deps)
  winners(app, deps)
  races(app, deps)
  mount(app, contract.listContestBuilds, {
    permission: 'administer',
    handle: async () => ({
      data: (await listBuilds(deps.db, {})).map(({ id: _, doneUpTo: __, ...build }) => build),
    }),
  })
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
  const withFigures = async (row: ContestRow) => ({
    ...contestView(row),
    ...(await getContestTotals.one(db, { contestId: row.id })),
    timeZone: config.timeZone,
  })
  const current = cache.define(contract.getCurrentContest, async () => {
    const row = currentContest(await listContestRows(db), today())
    return { data: row && (await withFigures(row)) }
  })
  mount(app, contract.getContest, {
    permission: 'take part',
    handle: async ({ params }) => {
      const row = await findShownContest(db, params.id)
      if (!row) throw new AppError('unknown', 'This contest was not found')
      return { data: await withFigures(row) }
    },
  })
  mountReady(app, contract.listContests, { pick: () => currentFirst })
  mountReady(app, contract.listMonthlyContests, {
    pick: ({ query }) => (query.state ? null : newestFirst),
    otherwise: async ({ member }) => {
      if (permissionVerdict({ kind: 'member', role: member.role }, 'administer') !== 'ok')
        throw new AppError('not-allowed', 'You are not allowed to see deleted contests')
      const rows = await listDeletedContests(db, { since: restorableSince(clock.now()) })
      return { data: rows.map(deletedView) }
    },
  })
  mountReady(app, contract.getCurrentContest, { pick: () => current })
}

function deletedView({ deletedAt, ...row }: Awaited<ReturnType<typeof listDeletedContests>>[number]) {
  return { ...contestView(row), ...(deletedAt && { deletedAt: deletedAt.toISOString() }) }
}

function winners(app: FastifyInstance, { db, cache }: Deps): void {
  const previous = cache.define(contract.listPreviousWinners, async () =>
    (await listWinners(db, {})).map(
      ({
        userId: id,
        username,
        displayName,
        avatar,
        contestId,
        title,
        prize,
        championTeam: team,
        ...winner
      }) => ({
        ...winner,
        user: { id, username, displayName, avatar },
        contest: contestId && title ? { id: contestId, title, prize } : null,
        championTeam: team && { ...team, average: teamAverage(team.totalPoints, team.activeMembers) },
      }),
    ),
  )
  const annual = cache.define(contract.listAnnualWinners, async () => ({
    data: annualWinners(await listWinners(db, {})),
  }))
  mountReady(app, contract.listPreviousWinners, { pick: () => previous })
  mountReady(app, contract.listAnnualWinners, { pick: () => annual })
}

function races(app: FastifyInstance, { db, cache, clock, config }: Deps): void {
  const known = new Map<ContestId, Kept<ReadyAnswer>>()
  const daysOf = async (id: ContestId) => {
    const contest = await findShownContest(db, id)
    if (!contest) throw new AppError('unknown', 'This contest was not found')
    return daysSoFar(contest, dayOf(clock.now(), config.timeZone))
  }
  const raceOf = (contestId: ContestId) => {
    const race = cache.define(contract.getRace, async () => {
      const days = await daysOf(contestId)
      const leaders = await listRaceDays(db, { contestId, limit: raceLeadersCount })
      return { data: { days, members: linesOf(days, leaders) } }
    })
    known.set(contestId, race)
    return race
  }
  // Only existing contests get a cached answer, so that nobody can fill the memory with invented ids.
  const admit = async (contestId: ContestId) => {
    await daysOf(contestId)
    return known.get(contestId) ?? raceOf(contestId)
  }
  mount(app, contract.getRace, {
    permission: 'take part',
    handle: async ({ member, params: { id: contestId } }) => {
      // The leaders are shared by everybody; only one's own line is read for each member.
      const { body } = await (known.get(contestId) ?? (await admit(contestId))).read()
      const { data } = contract.getRace.answer.parse(JSON.parse(body))
      if (data.members.some(({ id }) => id === member.id)) return { data }
      const own = await listOwnRaceDays(db, { contestId, userId: member.id })
      return { data: { ...data, members: [...data.members, ...linesOf(data.days, own)] } }
    },
  })
}

/** One line for each member, in the order of the rows. */
function linesOf(days: readonly Day[], rows: readonly RowOf<typeof listRaceDays>[]): RaceLine[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((ofMember) => {
    const [first] = ofMember
    if (!first) return []
    const { id, username, displayName, avatar } = first
    const gains = new Map(ofMember.map(({ day, points }) => [day, points]))
    return [{ id, username, displayName, avatar, points: runningSums(days, gains) }]
  })
}
