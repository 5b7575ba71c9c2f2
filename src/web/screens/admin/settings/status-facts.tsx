import { CircleAlert, CircleCheck, Clock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Backups } from '#contract/backups.ts'
import type { Status, Verification } from '#contract/status.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime, counted } from '#web/ui/time-words.ts'
import * as classes from './status-block.module.css'
import { jobsSummary, queueText, scopeText, sizeText, waitText } from './status-words.ts'

type Fact = readonly [string, ReactNode]

/** The rows of the status. Those that only the database knows are absent while it does not answer. */
export function statusFacts(status: Status): readonly Fact[] {
  const { version, node, database, jobs, backups, verification, chat } = status
  const first: readonly Fact[] = [
    ['Versions', `Ovation ${version}, Node.js ${node}`],
    ['Database', <Database key="database" database={database} />],
  ]
  if (!database.isConnected) return first
  return first.concat([
    ['Background jobs', jobs && <Jobs key="jobs" jobs={jobs} />],
    ['Messages to Slack', chat && <Messages key="chat" {...chat} />],
    ['Last backup', backups && <LastBackup key="backups" backups={backups} />],
    ['Last verification', <LastVerification key="verification" verification={verification} />],
  ])
}

const icons = { good: CircleCheck, waiting: Clock, bad: CircleAlert } as const

interface StatedProps {
  readonly tone: keyof typeof icons
  readonly word: string
  readonly children?: ReactNode
}

/** A state as an icon and a word, and what there is to say about it. */
function Stated({ tone, word, children }: StatedProps) {
  const Icon = icons[tone]
  return (
    <span className={classes.stated}>
      <StatusBadge tone={tone}>
        <Icon size={12} aria-hidden />
        {word}
      </StatusBadge>
      {children && <span className={classes.detail}>{children}</span>}
    </span>
  )
}

function Database({ database }: Pick<Status, 'database'>) {
  const { engine, isConnected, version, sizeBytes, migrations } = database
  if (!isConnected) {
    return (
      <Stated tone="bad" word="Not connected">
        The other facts show once it answers.
      </Stated>
    )
  }
  return (
    <Stated tone="good" word="Connected">
      {[
        `${engine === 'embedded' ? 'Embedded PostgreSQL' : 'PostgreSQL'} ${version}`,
        sizeText(sizeBytes ?? 0),
        counted(migrations ?? 0, 'migration'),
      ].join(', ')}
    </Stated>
  )
}

function Jobs({ jobs }: { readonly jobs: NonNullable<Status['jobs']> }) {
  const { waiting, oldest, isLate } = jobsSummary(jobs)
  if (oldest === null) return <Stated tone="good" word="None waiting" />
  return (
    <Stated tone={isLate ? 'bad' : 'waiting'} word={`${waiting.toLocaleString('en-US')} waiting`}>
      {isLate ? 'Late. ' : ''}Longest: {queueText(oldest.queue)}, {waitText(oldest.oldestSeconds)}
    </Stated>
  )
}

function Messages({ waiting, failed }: NonNullable<Status['chat']>) {
  const waits = `${waiting.toLocaleString('en-US')} waiting`
  if (failed > 0) {
    return (
      <Stated tone="bad" word={`${failed.toLocaleString('en-US')} failed`}>
        {waits}. The Slack tab says why.
      </Stated>
    )
  }
  return waiting > 0 ? <Stated tone="waiting" word={waits} /> : <Stated tone="good" word="None waiting" />
}

function LastBackup({ backups: { lastSuccessAt, lastFailure, lastDrillAt } }: { readonly backups: Backups }) {
  const last = lastSuccessAt === null ? null : <Time at={lastSuccessAt} />
  if (lastFailure) {
    return (
      <Stated tone="bad" word="Failed">
        <Time at={lastFailure.at} />
        {last && <>. Last success: {last}</>}
      </Stated>
    )
  }
  if (last === null) return <Stated tone="waiting" word="None yet" />
  return (
    <Stated tone="good" word="Written">
      {last}
      {lastDrillAt === null ? ', restore not tested' : ', restore tested'}
    </Stated>
  )
}

function LastVerification({ verification }: { readonly verification: Verification | null }) {
  if (verification === null) return <Stated tone="waiting" word="None yet" />
  const { at, violations } = verification
  const isSound = violations === 0
  return (
    <Stated
      tone={isSound ? 'good' : 'bad'}
      word={isSound ? 'No violation' : counted(violations, 'violation')}
    >
      <Time at={at} />. {scopeText(verification)}.
    </Stated>
  )
}

function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{absoluteTime(at)}</time>
}
