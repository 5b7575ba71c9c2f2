import { useQuery } from '@tanstack/react-query'
import {
  discardDeadLetter,
  getStatus,
  replayDeadLetter,
  startVerification,
  type Verification,
} from '#contract/status.ts'
import type { DeadLetterId } from '#domain/ids.ts'
import { call } from './client.ts'
import { pollFor } from './poll.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

const touched = ['status', 'audit'] as const
const refetchMs = 30_000

/** The status. Jobs come and go without an announcement. */
export function useStatus() {
  return useQuery({ ...read(getStatus), staleTime: 0, refetchInterval: refetchMs })
}

/** Has the totals verified. Answers what was found; null if it is still under way after half a minute. */
export function useStartVerification() {
  return useWrite(async () => verificationAfter((await call(startVerification)).data), touched)
}

export function useReplayFailedJob() {
  return useWrite((id: DeadLetterId) => call(replayDeadLetter, { params: { id } }), touched)
}

export function useDiscardFailedJob() {
  return useWrite((id: DeadLetterId) => call(discardDeadLetter, { params: { id } }), touched)
}

function verificationAfter(before: Verification | null): Promise<Verification | null> {
  return pollFor(async () => {
    const { verification } = (await call(getStatus)).data
    return verification?.at === before?.at ? null : verification
  })
}
