import { useQuery } from '@tanstack/react-query'
import { getTeamStandings } from '#contract/contests.ts'
import { getTeam, getTeamBoard } from '#contract/teams.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import type { ContestId, TeamId } from '#domain/ids.ts'
import { read } from './read.ts'

const refetchInterval = 60_000

/** The teams in a window, those with a place first. */
export function useTeamBoard(window: BoardWindow) {
  return useQuery({ ...read(getTeamBoard, { query: { window } }), refetchInterval })
}

/** The teams in a contest, those with a place first. */
export function useTeamStandings(id: ContestId) {
  return useQuery({ ...read(getTeamStandings, { params: { id } }), refetchInterval })
}

/** A team in a window, with who earned its points. */
export function useTeam(id: TeamId, window: BoardWindow) {
  return useQuery({ ...read(getTeam, { params: { id }, query: { window } }), refetchInterval })
}
