import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AnswerOf, BodyOf, SentOf } from '#contract/endpoint.ts'
import { engagementUpdate, newPost } from '#contract/posts.ts'
import {
  backfillPosts,
  getSocialpilotSetup,
  socialpilotEvent,
  testSocialpilot,
} from '#contract/socialpilot.ts'
import { zapierTrigger } from '#contract/zapier.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

export type SocialpilotSetup = AnswerOf<typeof getSocialpilotSetup>['data']
export type TestPost = AnswerOf<typeof testSocialpilot>
export type NewPostBody = SentOf<typeof newPost>

/** What is needed to connect the scheduling tool, including the secret. */
export function useSocialpilotSetup() {
  return useQuery(read(getSocialpilotSetup))
}

/** Makes a post that only tests the connection. */
export function useTestSocialpilot() {
  const refreshFeed = useFeedRefresh()
  return useMutation({ mutationFn: () => call(testSocialpilot), onSettled: refreshFeed })
}

/** Adds earlier posts to the feed. The input is untyped, because the server validates it. */
export function useBackfill() {
  const refreshFeed = useFeedRefresh()
  return useMutation({
    mutationFn: (body: unknown) => call(backfillPosts, { body }),
    onSettled: refreshFeed,
  })
}

/** Delivers a post as the scheduling tool would, as the signed-in user. */
export function useDeliverPost() {
  const refreshFeed = useFeedRefresh()
  return useMutation({
    mutationFn: (body: NewPostBody) => call(newPost, { body }),
    onSettled: refreshFeed,
  })
}

export function deliverEvent(body: SentOf<typeof socialpilotEvent>) {
  return call(socialpilotEvent, { body })
}

export function deliverEngagement(body: SentOf<typeof engagementUpdate>) {
  return call(engagementUpdate, { body })
}

export function deliverTrigger(body: BodyOf<typeof zapierTrigger>) {
  return call(zapierTrigger, { body })
}

function useFeedRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, ['posts', 'activities', 'deliveries'])
}
