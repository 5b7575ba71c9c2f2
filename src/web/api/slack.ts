import { useQuery } from '@tanstack/react-query'
import {
  getSlackStatus,
  retryFailedMessages,
  type SlackImport,
  sendSlackInstructions,
  sendSlackTest,
  syncSlackUsers,
  testSlackConnection,
} from '#contract/slack.ts'
import { getSocialpilotSetup } from '#contract/socialpilot.ts'
import { call } from './client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

// A refusal may say that the chat is not connected.
const touched = ['chat'] as const

const refetchMs = 30_000
const importPollMs = 500
const importPatienceMs = 30_000

/** The state of the chat. It changes with every message that is sent or fails. */
export function useSlackStatus() {
  return useQuery({ ...read(getSlackStatus), staleTime: 0, refetchInterval: refetchMs })
}

/** The values to enter in Slack. */
export function useSlackSetup() {
  return useQuery({ ...read(getSocialpilotSetup), select: ({ data }) => data.slack })
}

/** Checks the token and the channel with Slack. Answers the names of the workspace and the channel. */
export function useTestSlackConnection() {
  return useWrite(() => call(testSlackConnection), touched)
}

export function useSendSlackTest() {
  return useWrite(() => call(sendSlackTest), touched)
}

export function useSendSlackInstructions() {
  return useWrite(() => call(sendSlackInstructions), touched)
}

/** Sends failed messages again. Answers how many. */
export function useRetryFailedMessages() {
  return useWrite(async () => (await call(retryFailedMessages)).data.retried, touched)
}

/**
 * Imports the members of the workspace. Answers the outcome, which may be that it ended early; null if it is still
 * running after half a minute.
 */
export function useSyncSlackUsers() {
  return useWrite(async () => {
    const earlier = await latestImport()
    await call(syncSlackUsers)
    return importAfter(earlier)
  }, ['chat', 'members'])
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
