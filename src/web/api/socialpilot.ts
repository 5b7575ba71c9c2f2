import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
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

export type SocialpilotSetup = z.output<typeof getSocialpilotSetup.answer>['data']
export type TestPost = z.output<typeof testSocialpilot.answer>
export type NewPostBody = z.input<NonNullable<typeof newPost.body>>

/** Everything that helps to connect the scheduling tool, the secret among it. */
export function useSocialpilotSetup() {
  return useQuery<z.output<typeof getSocialpilotSetup.answer>>({ queryKey: [getSocialpilotSetup.path] })
}

/** Makes a post that only tests the connection. */
export function useTestSocialpilot() {
  const refreshFeed = useFeedRefresh()
  return useMutation({ mutationFn: () => call(testSocialpilot), onSettled: refreshFeed })
}

/** Brings earlier posts into the feed: whatever was typed, which the server looks through. */
export function useBackfill() {
  const refreshFeed = useFeedRefresh()
  return useMutation({
    mutationFn: (body: unknown) =>
      call(backfillPosts, { body: body as z.input<NonNullable<typeof backfillPosts.body>> }),
    onSettled: refreshFeed,
  })
}

/** Delivers posts as the scheduling tool would, in the name of who is signed in. */
export function useDeliverPost() {
  const refreshFeed = useFeedRefresh()
  return useMutation({
    mutationFn: (body: NewPostBody) => call(newPost, { body }),
    onSettled: refreshFeed,
  })
}

export function deliverEvent(body: z.input<NonNullable<typeof socialpilotEvent.body>>) {
  return call(socialpilotEvent, { body })
}

export function deliverEngagement(body: z.input<NonNullable<typeof engagementUpdate.body>>) {
  return call(engagementUpdate, { body })
}

export function deliverTrigger(body: z.input<NonNullable<typeof zapierTrigger.body>>) {
  return call(zapierTrigger, { body })
}

function useFeedRefresh(): () => Promise<void> {
  const queryClient = useQueryClient()
  return () => refresh(queryClient, ['posts', 'activities', 'deliveries'])
}
