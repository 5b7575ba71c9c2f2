import { History } from 'lucide-react'
import { useRef } from 'react'
import type { RecentInteraction } from '#contract/interactions.ts'
import type { UserId } from '#domain/ids.ts'
import { useRecentInteractions } from '#web/api/interactions.ts'
import { undoClock } from '#web/parts/post/undo-clock.ts'
import { useNow } from '#web/parts/post/use-now.ts'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import classes from './feed-box.module.css'
import rowClasses from './recent-interaction-row.module.css'
import { RecentInteractionRow } from './recent-interaction-row.tsx'

/** The member's recent reports, with undo. */
export function RecentInteractions({ memberId }: { readonly memberId: UserId | undefined }) {
  const query = useRecentInteractions(memberId)
  return (
    <section className={classes.box} aria-labelledby="recent-interactions">
      <h2 id="recent-interactions" className={classes.title}>
        Recent Interactions
      </h2>
      <QueryState
        query={query}
        what="recent interactions"
        skeleton={<SkeletonRows count={2} hasAvatar={false} />}
      >
        {({ data }) => <RecentList interactions={data} />}
      </QueryState>
    </section>
  )
}

function RecentList({ interactions }: { readonly interactions: readonly RecentInteraction[] }) {
  const list = useRef<HTMLFieldSetElement>(null)
  const isTicking = interactions.some(
    ({ reportedAt }) => undoClock(new Date(reportedAt), new Date()) !== null,
  )
  const now = useNow(isTicking)
  return (
    <fieldset ref={list} className={rowClasses.list} tabIndex={-1} aria-label="Your latest reports">
      {interactions.length === 0 ? (
        <EmptyState icon={History} title="Nothing reported lately" text="Your latest reports appear here." />
      ) : (
        <ul>
          {interactions.map((interaction) => (
            <li key={interaction.id}>
              <RecentInteractionRow
                interaction={interaction}
                now={now}
                onFocusLost={() => list.current?.focus({ preventScroll: true })}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
