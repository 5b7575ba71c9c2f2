import { useQuery } from '@tanstack/react-query'
import { listBell } from '#contract/bell.ts'
import { read } from './read.ts'

/** What is new for the member: lines for them first, then the team's. Asks for nothing until it `isWanted`. */
export function useBell(isWanted = true) {
  return useQuery({ ...read(listBell), refetchInterval: 30_000, enabled: isWanted })
}
