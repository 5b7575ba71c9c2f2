import { Button, Skeleton } from '@mantine/core'
import { CircleAlert, CloudOff, RotateCw } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import * as classes from './query-state.module.css'

interface LoadingProps {
  /** What is being loaded, as in "Loading leaderboard". */
  readonly what: string
  /** Placeholders in the shape of the loaded content. */
  readonly children: ReactNode
}

/** Placeholders while a list loads. They appear after a delay, so that a quick answer does not make them flash. */
export function Loading({ what, children }: LoadingProps) {
  return (
    <div aria-busy="true">
      <span className="visually-hidden" role="status">
        Loading {what}
      </span>
      <div className={classes.skeleton} aria-hidden="true">
        {children}
      </div>
    </div>
  )
}

interface SkeletonRowsProps {
  readonly count: number
  /** Pixels. */
  readonly height?: number
  readonly hasAvatar?: boolean
}

/** Placeholder rows with a round picture and two lines of text. */
export function SkeletonRows({ count, height = 56, hasAvatar = true }: SkeletonRowsProps) {
  return Array.from({ length: count }, (_, row) => `row-${row}`).map((row) => (
    <div key={row} className={classes.row} style={{ height }}>
      {hasAvatar && <Skeleton circle height={36} />}
      <div className={classes.lines}>
        <Skeleton height={12} width="55%" />
        <Skeleton height={10} width="35%" />
      </div>
    </div>
  ))
}

interface LoadFailureProps {
  /** One plain sentence, such as "The leaderboard could not be loaded." */
  readonly text: string
  readonly onRetry: () => void
}

/** Shown in place of a list that could not be loaded. */
export function LoadFailure({ text, onRetry }: LoadFailureProps) {
  return (
    <div className={classes.state} role="alert">
      <CircleAlert size={24} className={classes.failureIcon} aria-hidden />
      <p className={classes.text}>{text}</p>
      <Button variant="default" leftSection={<RotateCw size={16} aria-hidden />} onClick={onRetry}>
        Retry
      </Button>
    </div>
  )
}

interface StaleNoteProps {
  /** As in "The leaderboard could not be refreshed." */
  readonly what: string
  readonly onRetry: () => void
}

/** Shown above stale content that could not be refreshed. */
export function StaleNote({ what, onRetry }: StaleNoteProps) {
  return (
    <div className={classes.stale} role="status">
      <CloudOff size={16} aria-hidden />
      <span>The {what} could not be refreshed.</span>
      <button type="button" className={classes.retry} onClick={onRetry}>
        Retry
      </button>
    </div>
  )
}

interface EmptyStateProps {
  readonly icon: ComponentType<{ size?: number; className?: string; 'aria-hidden'?: boolean }>
  readonly title: string
  readonly text?: string
  readonly action?: ReactNode
}

/** Shown in place of an empty list. */
export function EmptyState({ icon: Icon, title, text, action }: EmptyStateProps) {
  return (
    <div className={classes.state}>
      <Icon size={24} className={classes.emptyIcon} aria-hidden />
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action}
    </div>
  )
}

interface QueryStateProps<Data> {
  readonly query: {
    readonly data: Data | undefined
    readonly isError: boolean
    readonly refetch: () => unknown
  }
  readonly what: string
  readonly skeleton: ReactNode
  readonly children: (data: Data) => ReactNode
}

/** A query's content, its placeholders or its failure. Known content stays on screen during a refetch. */
export function QueryState<Data>({ query, what, skeleton, children }: QueryStateProps<Data>) {
  const retry = () => void query.refetch()
  if (query.data !== undefined) {
    return (
      <>
        {query.isError && <StaleNote what={what} onRetry={retry} />}
        {children(query.data)}
      </>
    )
  }
  if (!query.isError) return <Loading what={what}>{skeleton}</Loading>
  const text = `The ${what} could not be loaded.`
  return <LoadFailure text={text} onRetry={retry} />
}
