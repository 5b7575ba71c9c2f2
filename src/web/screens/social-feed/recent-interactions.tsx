import { Skeleton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { ChevronDown, History } from 'lucide-react'
import { useId, useRef } from 'react'
import type { RecentInteraction } from '#contract/interactions.ts'
import type { UserId } from '#domain/ids.ts'
import { useRecentInteractions } from '#web/api/interactions.ts'
import { undoClock } from '#web/parts/post/undo-clock.ts'
import { useNow } from '#web/parts/post/use-now.ts'
import { EmptyState, QueryState } from '#web/ui/query-state.tsx'
import { RecentInteractionRow } from './recent-interaction-row.tsx'
import * as classes from './recent-interactions.module.css'

/** The member's recent reports, with undo. On a phone they are folded behind their number. */
export function RecentInteractions({ memberId }: { readonly memberId: UserId | undefined }) {
  const query = useRecentInteractions(memberId)
  const [isOpen, { toggle }] = useDisclosure(false)
  const [title, content] = [useId(), useId()]
  const interactions = query.data?.data ?? []
  const now = useNow(interactions.some((one) => isUndoOpen(one, new Date())))
  const undoable = interactions.filter((one) => isUndoOpen(one, now)).length
  return (
    <section className={classes.box} aria-labelledby={title} data-open={isOpen || undefined}>
      <div className={classes.head}>
        <h2 id={title} className={classes.title}>
          Recent Interactions
        </h2>
        <button
          type="button"
          className={classes.toggle}
          aria-expanded={isOpen}
          aria-controls={content}
          onClick={toggle}
        >
          <span>{undoable === 0 ? 'Latest reports' : `${undoable} can be undone`}</span>
          <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
        </button>
      </div>
      <div id={content} className={classes.content}>
        <QueryState query={query} what="recent interactions" skeleton={<EarlierSkeleton />}>
          {({ data }) => <RecentList interactions={data} now={now} />}
        </QueryState>
      </div>
    </section>
  )
}

/** As tall as the latest reports folded to a line. */
function EarlierSkeleton() {
  return (
    <div className={classes.waiting}>
      <Skeleton height={12} width="40%" />
    </div>
  )
}

function isUndoOpen({ reportedAt }: RecentInteraction, now: Date): boolean {
  return undoClock(new Date(reportedAt), now) !== null
}

interface RecentListProps {
  readonly interactions: readonly RecentInteraction[]
  readonly now: Date
}

function RecentList({ interactions, now }: RecentListProps) {
  const list = useRef<HTMLFieldSetElement>(null)
  const takeFocus = () => list.current?.focus({ preventScroll: true })
  const open = interactions.filter((one) => isUndoOpen(one, now))
  const earlier = interactions.filter((one) => !isUndoOpen(one, now))
  if (interactions.length === 0)
    return (
      <EmptyState icon={History} title="Nothing reported lately" text="Your latest reports appear here." />
    )
  return (
    <fieldset ref={list} className={classes.list} tabIndex={-1} aria-label="Your latest reports">
      <Rows interactions={open} now={now} onFocusLost={takeFocus} />
      {earlier.length > 0 && (
        <details className={classes.earlier}>
          <summary>
            <span>Earlier ({earlier.length})</span>
            <ChevronDown size={16} strokeWidth={1.75} aria-hidden />
          </summary>
          <Rows interactions={earlier} now={now} onFocusLost={takeFocus} />
        </details>
      )}
    </fieldset>
  )
}

function Rows({ interactions, now, onFocusLost }: RecentListProps & { readonly onFocusLost: () => void }) {
  if (interactions.length === 0) return null
  return (
    <ul>
      {interactions.map((interaction) => (
        <li key={interaction.id}>
          <RecentInteractionRow interaction={interaction} now={now} onFocusLost={onFocusLost} />
        </li>
      ))}
    </ul>
  )
}
