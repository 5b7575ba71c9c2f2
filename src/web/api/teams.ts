import { useMutation, useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { changeTeamOf, createTeam, deleteTeam, importTeams, listTeams, updateTeam } from '#contract/teams.ts'
import type { TeamId, UserId } from '#domain/ids.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

const touched = ['teams', 'audit'] as const

/** Every team by name. */
export function useTeams() {
  return useQuery(read(listTeams))
}

/** Makes a team. It settles when the lists have been read again. */
export function useCreateTeam() {
  return useWrite((body: BodyOf<typeof createTeam>) => call(createTeam, { body }), touched)
}

/** Changes a team. It settles when the lists have been read again. */
export function useUpdateTeam() {
  return useWrite(
    ({ id, body }: { readonly id: TeamId; readonly body: BodyOf<typeof updateTeam> }) =>
      call(updateTeam, { params: { id }, body }),
    touched,
  )
}

/** Deletes a team. It settles when the lists have been read again. */
export function useDeleteTeam() {
  return useWrite((id: TeamId) => call(deleteTeam, { params: { id } }), touched)
}

/** Moves a member into a team, or out of theirs. It settles when the lists have been read again. */
export function useChangeTeamOf() {
  return useWrite(
    ({ id, teamId }: { readonly id: UserId; readonly teamId: TeamId | null }) =>
      call(changeTeamOf, { params: { id }, body: { teamId } }),
    touched,
  )
}

/** Says what a list of teams in CSV would do. */
export function usePreviewTeams() {
  return useMutation({
    mutationFn: (csv: string) => call(importTeams, { query: { preview: true }, body: { csv } }),
  })
}

/** Does what a list of teams in CSV says. It settles when the lists have been read again. */
export function useImportTeams() {
  return useWrite((csv: string) => call(importTeams, { query: { preview: false }, body: { csv } }), touched)
}
