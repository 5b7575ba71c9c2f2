import '#web/ui/library-styles.ts'
import { Switch } from '@mantine/core'
import { Archive } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Backups } from '#contract/backups.ts'
import { useBackups, useChangeBackups, useStartBackup } from '#web/api/backups.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { FactList } from '#web/screens/admin/fact-list.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import * as classes from './backup-settings.module.css'

const failureTexts: Readonly<Record<NonNullable<Backups['lastFailure']>['reason'], string>> = {
  disk_full: 'The disk is full.',
  folder: 'The backup folder cannot be written.',
  other: 'The log of the server says why.',
}

/** Switches the nightly backup, has one written at once, and says how the last ones went. */
export function BackupSettings() {
  return (
    <TabSection
      title="Backups"
      text="Copies of the whole database in the data folder: 7 daily and 4 weekly ones are kept."
      actions={<BackUpNow />}
    >
      <QueryState
        query={useBackups()}
        what="state of the backups"
        skeleton={<SkeletonRows count={3} height={40} hasAvatar={false} />}
      >
        {({ data }) => (
          <>
            <NightlySwitch isNightly={data.isNightly} />
            <FactList facts={factsOf(data)} />
          </>
        )}
      </QueryState>
    </TabSection>
  )
}

function NightlySwitch({ isNightly }: Pick<Backups, 'isNightly'>) {
  const { mutateAsync } = useChangeBackups()
  const { isPending, failure, attempt } = useAttempt({
    title: 'Failed to save the setting',
    fallback: 'Please try again later.',
  })
  async function change(): Promise<void> {
    if ((await attempt(() => mutateAsync({ isNightly: !isNightly }))) !== 'done') return
    toast({
      kind: 'success',
      title: isNightly ? 'Nightly backup switched off' : 'Nightly backup switched on',
    })
  }
  return (
    <Switch
      className={classes.nightly}
      label="Back up every night"
      description="At 02:15 in the time zone of the workspace."
      checked={isNightly}
      aria-busy={isPending}
      error={failure}
      onChange={() => void change()}
    />
  )
}

function BackUpNow() {
  const { mutateAsync } = useStartBackup()
  const { isPending, attempt } = useAttempt({
    title: 'Backup not started',
    fallback: 'Please try again later.',
  })
  async function start(): Promise<void> {
    let after: Backups | null = null
    const outcome = await attempt(async () => {
      after = await mutateAsync()
    })
    if (outcome === 'done') tell(after)
  }
  return (
    <PendingButton
      variant="default"
      leftSection={<Archive size={16} aria-hidden />}
      isPending={isPending}
      pendingText="Backing up…"
      onClick={() => void start()}
    >
      Back up now
    </PendingButton>
  )
}

function tell(after: Backups | null): void {
  if (after === null) {
    toast({ kind: 'success', title: 'Backup under way', description: 'It shows here once it is done.' })
  } else if (after.lastFailure) {
    toast({
      kind: 'destructive',
      title: 'Backup failed',
      description: failureTexts[after.lastFailure.reason],
    })
  } else toast({ kind: 'success', title: 'Backup written' })
}

function factsOf({ lastSuccessAt, lastFailure, lastDrillAt, isEncrypted }: Backups): [string, ReactNode][] {
  return [
    ['Last backup', lastSuccessAt === null ? 'None yet' : <Time key="success" at={lastSuccessAt} />],
    ...(lastFailure === null ? [] : [['Last failure', <Failure key="failure" {...lastFailure} />] as const]),
    ['Encryption', isEncrypted ? 'On' : 'Off. Set BACKUP_PASSPHRASE to encrypt backups.'],
    ['Last tested restore', lastDrillAt === null ? 'None yet' : <Time key="drill" at={lastDrillAt} />],
  ].map(([name, value]) => [String(name), value])
}

function Failure({ at, reason }: NonNullable<Backups['lastFailure']>) {
  return (
    <span className={classes.failure}>
      <StatusBadge tone="bad">Failed</StatusBadge>
      <Time at={at} />
      <span className={classes.reason}>{failureTexts[reason]}</span>
    </span>
  )
}

function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{absoluteTime(at)}</time>
}
