import { useQuery } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { inviteEmergencyAdmin, listEmergencyAdmins } from '#contract/invitations.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** Who can use the emergency sign-in. */
export function useEmergencyAdmins() {
  return useQuery(read(listEmergencyAdmins))
}

/** Makes a link for an emergency administrator. The answer is the only place where it is shown. */
export function useInviteEmergencyAdmin() {
  return useWrite(
    (body: BodyOf<typeof inviteEmergencyAdmin>) => call(inviteEmergencyAdmin, { body }),
    ['audit'],
  )
}
