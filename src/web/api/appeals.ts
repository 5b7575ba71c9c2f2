import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createAppeal, listOwnAppeals } from '#contract/appeals.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

/** The member's appeals, newest first. Asks for nothing until they are wanted. */
export function useOwnAppeals(isWanted: boolean) {
  return useQuery({ ...read(listOwnAppeals), enabled: isWanted })
}

/** Appeals against a take-back, or against a share that was not accepted. */
export function useAppeal() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof createAppeal>) => call(createAppeal, { body }),
    // Not awaited: the form closes first, and what opened it takes the focus.
    onSuccess: () => void refresh(queryClient, ['appeals']),
  })
}
