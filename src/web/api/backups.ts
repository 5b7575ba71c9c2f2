import { useQuery } from '@tanstack/react-query'
import { type BackupSettings, type Backups, getBackups, putBackups, startBackup } from '#contract/backups.ts'
import { call } from './client.ts'
import { pollFor } from './poll.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

const touched = ['backups'] as const
const refetchMs = 30_000

/** The nightly backup, and how the last ones went. */
export function useBackups() {
  return useQuery({ ...read(getBackups), staleTime: 0, refetchInterval: refetchMs })
}

export function useChangeBackups() {
  return useWrite((body: BackupSettings) => call(putBackups, { body }), touched)
}

/** Has a backup written. Answers how it went; null if it is still under way after half a minute. */
export function useStartBackup() {
  return useWrite(async () => outcomeAfter((await call(startBackup)).data), touched)
}

function outcomeAfter(before: Backups): Promise<Backups | null> {
  return pollFor(async () => {
    const { data } = await call(getBackups)
    const isNew =
      data.lastSuccessAt !== before.lastSuccessAt ||
      (data.lastFailure !== null && data.lastFailure.at !== before.lastFailure?.at)
    return isNew ? data : null
  })
}
