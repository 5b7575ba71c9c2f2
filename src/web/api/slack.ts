import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  getSlackStatus,
  type SlackImport,
  sendSlackInstructions,
  sendSlackTest,
  syncSlackUsers,
  testSlackConnection,
} from '#contract/slack.ts'
import { getSocialpilotSetup } from '#contract/socialpilot.ts'
import { call } from './client.ts'
import { refresh } from './query-client.ts'
import { read } from './read.ts'

const refetchMs = 30_000
const importPollMs = 500
const importPatienceMs = 30_000

/** How the team's chat stands. It changes by itself, whenever a message goes out or does not. */
export function useSlackStatus() {
  return useQuery({ ...read(getSlackStatus), staleTime: 0, refetchInterval: refetchMs })
}

/** What is to be entered in Slack for the product to work with it. */
export function useSlackSetup() {
  return useQuery({ ...read(getSocialpilotSetup), select: ({ data }) => data.slack })
}

/** Asks Slack whether the token and the channel are good. Answers the names of the workspace and the channel. */
export function useTestSlackConnection() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(testSlackConnection),
    onSettled: () => refreshStatus(queryClient),
  })
}

export function useSendSlackTest() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: () => call(sendSlackTest), onSettled: () => refreshStatus(queryClient) })
}

export function useSendSlackInstructions() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(sendSlackInstructions),
    onSettled: () => refreshStatus(queryClient),
  })
}

/**
 * Has the members of the workspace taken over. Answers how it went, which may say that it ended early; null when it is
 * still under way after half a minute.
 */
export function useSyncSlackUsers() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      const earlier = await latestImport()
      await call(syncSlackUsers)
      return importAfter(earlier)
    },
    onSettled: () => refresh(queryClient, ['chat', 'members']),
  })
}

async function latestImport(): Promise<SlackImport | null> {
  const { data } = await call(getSlackStatus)
  return data.lastImport
}

async function importAfter(earlier: SlackImport | null): Promise<SlackImport | null> {
  const giveUpAtMs = performance.now() + importPatienceMs
  while (performance.now() < giveUpAtMs) {
    await new Promise((resolve) => setTimeout(resolve, importPollMs))
    const latest = await latestImport()
    if (latest && latest.at !== earlier?.at) return latest
  }
  return null
}

// After a refusal too: that the chat is not connected is known from then on.
function refreshStatus(queryClient: QueryClient): Promise<void> {
  return refresh(queryClient, ['chat'])
}
