import type { ReactNode } from 'react'
import type { SystemState } from '#contract/system.ts'
import { useSystemState } from '../../../api/system.ts'
import { QueryState, SkeletonRows } from '../../../components/query-state.tsx'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { applicationModeText, databaseText, realTimeUpdatesText } from '../../../fixed-texts.ts'
import { absoluteTime } from '../../../relative-time.ts'
import { FactList } from '../fact-list.tsx'
import classes from './system-facts.module.css'

/** What runs here, in the fixed words for it, each with how it truly stands. */
export function SystemFacts() {
  const query = useSystemState()
  const state = query.data?.data
  return (
    <div className={classes.parts}>
      <FactList
        facts={[
          [
            'Application Mode',
            <Stated key="mode" word={applicationModeText} truth={state && modeTruth(state)} />,
          ],
          ['Database', <Stated key="database" word={databaseText} truth={state && databaseTruth(state)} />],
          [
            'Real-time Updates',
            <Stated key="live" word={realTimeUpdatesText} truth={state && liveTruth(state)} />,
          ],
        ]}
      />
      <QueryState
        query={query}
        what="state of the system"
        skeleton={<SkeletonRows count={3} height={40} hasAvatar={false} />}
      >
        {({ data }) => <FactList facts={factsOf(data)} />}
      </QueryState>
    </div>
  )
}

interface StatedProps {
  readonly word: string
  /** How it truly stands; undefined while that is not known. */
  readonly truth: string | undefined
}

function Stated({ word, truth }: StatedProps) {
  return (
    <span className={classes.stated}>
      <StatusBadge tone="good">{word}</StatusBadge>
      {truth !== undefined && <span className={classes.truth}>In fact: {truth}</span>}
    </span>
  )
}

function modeTruth({ mode, version }: SystemState): string {
  return `${mode} build, version ${version}`
}

function databaseTruth({ database: { engine, isConnected } }: SystemState): string {
  const name = engine === 'embedded' ? 'embedded database' : 'PostgreSQL'
  return `${name}, ${isConnected ? 'it answers' : 'it does not answer'}`
}

function liveTruth({ liveConnections: count }: SystemState): string {
  return `${count.toLocaleString('en-US')} live ${count === 1 ? 'connection' : 'connections'} to this server`
}

function factsOf({ publicUrl, legacyPublicUrl, timeZone, startedAt }: SystemState): [string, ReactNode][] {
  return [
    ['Public address', publicUrl],
    ...(legacyPublicUrl === null ? [] : [['Earlier public address', legacyPublicUrl] as [string, ReactNode]]),
    ['Time zone of the workspace', timeZone],
    [
      'Running since',
      <time key="since" dateTime={startedAt}>
        {absoluteTime(startedAt)}
      </time>,
    ],
  ]
}
