import type { Data } from './answers.ts'
import { endpoint } from './endpoint.ts'

/** Why a backup failed, as far as an administrator can do something about it. */
export const backupFailures = ['disk_full', 'folder', 'other'] as const
export type BackupFailure = (typeof backupFailures)[number]

export interface Backups {
  /** Whether a backup is written every night. */
  readonly isNightly: boolean
  /** Whether the next backup will be encrypted. */
  readonly isEncrypted: boolean
  readonly lastSuccessAt: string | null
  /** Null once a later backup has succeeded. */
  readonly lastFailure: { readonly at: string; readonly reason: BackupFailure } | null
  /** When a backup was last restored as a drill. */
  readonly lastDrillAt: string | null
}

export interface BackupSettings {
  readonly isNightly: boolean
}

export const getBackups = endpoint<{ answer: Data<Backups> }>('GET', '/api/admin/backups')

export const putBackups = endpoint<{ body: BackupSettings; answer: Data<Backups> }>(
  'PUT',
  '/api/admin/backups',
)

/** Has a backup written soon. Answers what was before it. */
export const startBackup = endpoint<{ answer: Data<Backups> }>('POST', '/api/admin/backups/run')
