import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/contests.schema.ts'
import type { ContestId } from '#domain/ids.ts'
import type { Kept, ReadyAnswer } from '#server/cache/kept.ts'
import type { Deps } from '#server/deps.ts'
import { mountReady } from '#server/http/mount.ts'
import { readTeamStandings } from './commands.ts'

export function teamContestRoutes(app: FastifyInstance, deps: Deps): void {
  const known = new Map<ContestId, Kept<ReadyAnswer>>()
  // Only existing contests get a cached answer, so that nobody can fill the memory with invented ids.
  const admit = async (id: ContestId) => {
    await readTeamStandings(deps, id)
    const standings =
      known.get(id) ?? deps.cache.define(contract.getTeamStandings, () => readTeamStandings(deps, id))
    known.set(id, standings)
    return standings
  }
  mountReady(app, contract.getTeamStandings, {
    pick: ({ params: { id } }) => known.get(id) ?? admit(id),
  })
}
