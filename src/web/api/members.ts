import { useQuery } from '@tanstack/react-query'
import { getMemberCard, listMemberDays } from '#contract/members.ts'
import type { UserId } from '#domain/ids.ts'
import { read } from './read.ts'

/** What everybody may know of a member; asked for only once the member is known. */
export function useMemberCard(id: UserId | undefined) {
  return useQuery({ ...read(getMemberCard, { params: id && { id } }), enabled: id !== undefined })
}

/** Every day of so many weeks of a member, oldest first: from a Monday up to today. */
export function useMemberDays(id: UserId, weeks: number) {
  return useQuery(read(listMemberDays, { params: { id }, query: { weeks } }))
}
