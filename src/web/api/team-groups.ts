import { useMutation, useQuery } from '@tanstack/react-query'
import { listTeamGroups, putTeamGroups, syncTeams, unlinkTeam } from '#contract/team-groups.ts'
import type { TeamId } from '#domain/ids.ts'
import { call } from './client.ts'
import { useWrite } from './write.ts'

const touched = ['teams', 'audit'] as const

/**
 * The user groups of Slack, asked for by each dialog. Their key is no address, so that a change of teams does not ask
 * Slack again while somebody chooses.
 */
export function useTeamGroups() {
  return useQuery({
    queryKey: ['user groups of Slack'],
    queryFn: ({ signal }) => call(listTeamGroups, { signal }),
    staleTime: 0,
    gcTime: 0,
  })
}

/** Says what would happen if these groups were the teams. */
export function usePreviewGroups() {
  return useMutation({
    mutationFn: (groups: readonly string[]) =>
      call(putTeamGroups, { query: { preview: true }, body: { groups } }),
  })
}

/** Lets these groups be the teams. It settles when the lists have been read again. */
export function usePutGroups() {
  return useWrite(
    (groups: readonly string[]) => call(putTeamGroups, { query: { preview: false }, body: { groups } }),
    touched,
  )
}

/** Brings the teams in step with Slack. It settles when the lists have been read again. */
export function useSyncTeams() {
  return useWrite(() => call(syncTeams), touched)
}

/** Lets a team follow its group no more. It settles when the lists have been read again. */
export function useUnlinkTeam() {
  return useWrite((id: TeamId) => call(unlinkTeam, { params: { id } }), touched)
}
