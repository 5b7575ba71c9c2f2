import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { BodyOf } from '#contract/endpoint.ts'
import { getNotificationSettings, putNotificationSettings } from '#contract/notifications.ts'
import { call } from './client.ts'
import { refreshAnswers } from './query-client.ts'
import { read } from './read.ts'

/** What the member chose about messages to them. */
export function useNotificationSettings() {
  return useQuery(read(getNotificationSettings))
}

/** Changes it. */
export function useChangeNotificationSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyOf<typeof putNotificationSettings>) => call(putNotificationSettings, { body }),
    onSuccess: (answer) => queryClient.setQueryData(read(getNotificationSettings).queryKey, answer),
  })
}

/** Reads it again when the time zone of the member's days was changed. */
export function useRereadNotificationSettings() {
  const queryClient = useQueryClient()
  return () => refreshAnswers(queryClient, [getNotificationSettings])
}
