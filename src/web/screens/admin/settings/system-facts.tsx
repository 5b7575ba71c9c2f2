import type { ReactNode } from 'react'
import type { SystemState } from '#contract/system.ts'
import { useSystemState } from '#web/api/system.ts'
import { FactList } from '#web/screens/admin/fact-list.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime, counted } from '#web/ui/time-words.ts'
import * as classes from './system-facts.module.css'

/** The system's version and state. */
export function SystemFacts() {
  return (
    <QueryState
      query={useSystemState()}
      what="system status"
      skeleton={<SkeletonRows count={6} height={40} hasAvatar={false} />}
    >
      {({ data }) => <FactList facts={factsOf(data)} />}
    </QueryState>
  )
}

interface StatedProps {
  readonly word: string
  readonly isGood: boolean
  readonly detail: string
}

function Stated({ word, isGood, detail }: StatedProps) {
  return (
    <span className={classes.stated}>
      <StatusBadge tone={isGood ? 'good' : 'waiting'}>{word}</StatusBadge>
      <span className={classes.detail}>{detail}</span>
    </span>
  )
}

function factsOf(state: SystemState): [string, ReactNode][] {
  const { mode, version, database, liveConnections, publicUrl, legacyPublicUrl, timeZone, startedAt } = state
  const isProduction = mode === 'production'
  return [
    [
      'Application Mode',
      <Stated
        key="mode"
        word={isProduction ? 'Production' : 'Development'}
        isGood={isProduction}
        detail={`Version ${version}`}
      />,
    ],
    [
      'Database',
      <Stated
        key="database"
        word={database.isConnected ? 'Connected' : 'Not connected'}
        isGood={database.isConnected}
        detail={database.engine === 'embedded' ? 'Embedded database' : 'PostgreSQL'}
      />,
    ],
    [
      'Real-time Updates',
      <Stated
        key="live"
        word="Active"
        isGood
        detail={`${counted(liveConnections, 'live connection')} to this server`}
      />,
    ],
    ['Public address', publicUrl],
    ...(legacyPublicUrl === null ? [] : [['Earlier public address', legacyPublicUrl] as [string, ReactNode]]),
    ['Workspace time zone', timeZone],
    [
      'Running since',
      <time key="since" dateTime={startedAt}>
        {absoluteTime(startedAt)}
      </time>,
    ],
  ]
}
