import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listActivities } from '#contract/activities.ts'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import { createQuest, deleteQuest, listQuests, updateQuest } from '#contract/quests.ts'
import type { QuestId } from '#domain/ids.ts'
import { call } from './client.ts'
import { refreshAnswers } from './query-client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

const touched = ['quests', 'activities', 'audit'] as const
const halfMinuteMs = 30_000
const hourMs = 3_600_000

/**
 * The quests that members see. While one runs they are read again whenever the activities are, which is gathered after
 * the reports of others. Where none runs, no report makes a browser read them.
 */
export function useQuests() {
  const client = useQueryClient()
  const query = useQuery({
    ...read(listQuests),
    // One may begin or end with the day.
    refetchInterval: ({ state }) => (has(state.data, 'ahead') || has(state.data, 'running') ? hourMs : false),
  })
  const isRunning = has(query.data, 'running')
  useEffect(() => {
    if (!isRunning) return
    const [latest] = read(listActivities).queryKey
    return client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'success' || event.action.manual) return
      const { queryKey } = event.query
      if (queryKey.length === 1 && queryKey[0] === latest) void refreshAnswers(client, [listQuests])
    })
  }, [client, isRunning])
  return query
}

/** A page of all quests as administrators look after them, the latest start first. */
export function useAllQuests(page: number) {
  return useQuery({
    ...read(listQuests, { query: { all: true, page } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: halfMinuteMs,
  })
}

/** Sets a goal. It settles when the lists have been read again. */
export function useCreateQuest() {
  return useWrite((body: BodyOf<typeof createQuest>) => call(createQuest, { body }), touched)
}

/** Changes a quest. It settles when the lists have been read again. */
export function useUpdateQuest() {
  return useWrite(
    ({ id, body }: { readonly id: QuestId; readonly body: BodyOf<typeof updateQuest> }) =>
      call(updateQuest, { params: { id }, body }),
    touched,
  )
}

/** Deletes a quest. It settles when the lists have been read again. */
export function useDeleteQuest() {
  return useWrite((id: QuestId) => call(deleteQuest, { params: { id } }), touched)
}

function has(answer: AnswerOf<typeof listQuests> | undefined, wanted: 'ahead' | 'running'): boolean {
  return answer?.data.some(({ state }) => state === wanted) ?? false
}
