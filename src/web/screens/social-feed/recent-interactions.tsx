import { History } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { RecentInteraction } from '#contract/interactions.ts'
import { useRecentInteractions } from '../../api/interactions.ts'
import { EmptyState, QueryState, SkeletonRows } from '../../components/query-state.tsx'
import classes from './feed-box.module.css'
import { RecentInteractionRow } from './recent-interaction-row.tsx'
import rowClasses from './recent-interaction-row.module.css'
import { undoClock } from './undo-clock.ts'
import { useNow } from './use-now.ts'

/** What the member reported lately, and the way to take it back. */
export function RecentInteractions({ memberId }: { readonly memberId: string | undefined }) {
  const query = useRecentInteractions(memberId)
  return (
    <section className={classes.box} aria-labelledby="recent-interactions">
      <h2 id="recent-interactions" className={classes.title}>
        Recent Interactions
      </h2>
      <QueryState query={query} what="recent interactions" skeleton={<SkeletonRows count={2} hasAvatar={false} />}>
        {({ data }) => <RecentList interactions={data} />}
      </QueryState>
    </section>
  )
}

function RecentList({ interactions }: { readonly interactions: readonly RecentInteraction[] }) {
  const list = useRef<HTMLDivElement>(null)
  useKeptFocus(list, interactions.length)
  // Drawn in the same second as the answer came, or later: an answer that came between two ticks is not behind it.
  const isTicking = interactions.some(({ reportedAt }) => undoClock(new Date(reportedAt), new Date()) !== null)
  const now = useNow(isTicking)
  return (
    <div ref={list} className={rowClasses.list} tabIndex={-1}>
      {interactions.length === 0 ? (
        <EmptyState icon={History} title="Nothing reported lately" text="Your latest reports appear here." />
      ) : (
        <ul aria-label="Your latest reports">
          {interactions.map((interaction) => (
            <li key={interaction.id}>
              <RecentInteractionRow
                interaction={interaction}
                now={now}
                onExpire={() => list.current?.focus({ preventScroll: true })}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** A row that goes takes the focus with it; the list then has it, so that the next Tab goes on from here. */
function useKeptFocus(list: RefObject<HTMLElement | null>, rows: number): void {
  const hadFocus = useRef(false)
  useEffect(() => {
    const element = list.current
    if (!element) return
    const enter = () => {
      hadFocus.current = true
    }
    const leave = (event: FocusEvent) => {
      // A removed element loses the focus to nothing; a reader who moves on gives it to something.
      if (event.relatedTarget !== null) hadFocus.current = element.contains(event.relatedTarget as Node)
    }
    element.addEventListener('focusin', enter)
    element.addEventListener('focusout', leave)
    return () => {
      element.removeEventListener('focusin', enter)
      element.removeEventListener('focusout', leave)
    }
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the number of rows that tells that one has gone
  useEffect(() => {
    if (hadFocus.current && document.activeElement === document.body) list.current?.focus({ preventScroll: true })
  }, [list, rows])
}
