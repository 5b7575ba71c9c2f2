import { expect } from 'vitest'
import { boardWindows } from '#domain/board-windows.ts'
import { listWinners } from '#server/features/contests/store.ts'
import { readTeamStandings } from '#server/features/team-contests/commands.ts'
import { listTeamEntries } from '#server/features/teams/store.ts'
import { readWindow } from '#server/features/windows/commands.ts'
import type { ModelTeam } from './game-records.ts'
import type { GameStage } from './game-stage.ts'

/** The boards of teams in all windows. */
export async function compareTeams({ model, deps, nowMs }: GameStage): Promise<void> {
  const names = [...model.teamNames]
  for (const kind of names.length > 0 ? boardWindows : []) {
    const windowId = await readWindow(deps, kind)
    if (windowId === null) throw new Error(`the teams of the ${kind} are not ready`)
    const shown = await listTeamEntries(deps.db, { windowId })
    const wanted = names.map((name) => model.teamIn(name, kind, model.dayAt(nowMs)))
    expect(byName(shown), `teams of the ${kind}`).toEqual(byName(ranked(wanted)))
  }
}

/** The teams in each contest. With the champion of a contest they are final, and the first is the champion team. */
export async function compareTeamContests(story: GameStage): Promise<void> {
  const { model, deps } = story
  const winners = await listWinners(deps.db, {})
  for (const [nth, contest] of model.contests.entries()) {
    const winner = model.winners.find((one) => one.contest === contest)
    if (contest.isDeleted && !winner) continue
    const id = story.contestId(nth)
    const shown = await readTeamStandings(deps, id)
    const wanted = winner?.teams ?? (contest.isActive ? model.teamsIn(contest) : [])
    expect(shown.isFinal).toBe(winner !== undefined)
    expect(byName(shown.data), `teams of contest ${nth}`).toEqual(byName(ranked(wanted)))
    if (!winner) continue
    const best = ranked(wanted).filter(({ rank, totalPoints }) => rank === 1 && totalPoints > 0)
    const firstAtMs = Math.min(...best.map(({ reachedAtMs }) => reachedAtMs))
    const champions = best.filter(({ reachedAtMs }) => reachedAtMs === firstAtMs).map(({ name }) => name)
    const row = winners.find(({ contestId }) => contestId === id)
    // A deleted contest without standings is not named any more.
    if (!row) continue
    if (row.championTeam === null) expect(champions).toEqual([])
    else expect(champions).toContain(row.championTeam.name)
  }
}

function ranked<Team extends ModelTeam>(teams: readonly Team[]) {
  const placed = teams.filter(({ activeMembers }) => activeMembers >= 2)
  const isAhead = (a: ModelTeam, b: ModelTeam) => {
    const [left, right] = [a.totalPoints * b.activeMembers, b.totalPoints * a.activeMembers]
    return left > right || (left === right && a.totalPoints > b.totalPoints)
  }
  return teams.map((team) => ({
    ...team,
    rank: placed.includes(team) ? 1 + placed.filter((other) => isAhead(other, team)).length : null,
  }))
}

function byName(teams: readonly (Omit<ModelTeam, 'reachedAtMs'> & { readonly rank: number | null })[]) {
  return teams
    .map(({ name, totalPoints, activeMembers, size, rank }) => ({
      name,
      totalPoints,
      activeMembers,
      size,
      rank,
    }))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}
