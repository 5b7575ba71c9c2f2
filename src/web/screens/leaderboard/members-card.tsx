import { Search, Trophy } from 'lucide-react'
import { useState } from 'react'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import type { ContestId } from '#domain/ids.ts'
import { useBoardStart } from '#web/api/leaderboard.ts'
import { UpdatedAt } from '#web/parts/leader/updated-at.tsx'
import { useBoard } from '#web/parts/leader/use-board.ts'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { counted } from '#web/ui/time-words.ts'
import { MemberRows } from './member-rows.tsx'
import classes from './members-card.module.css'

const reach = 10
const skeletonRows = 12

interface MembersCardProps {
  /** Null for the team board. */
  readonly contestId: ContestId | null
  readonly userId: string
  readonly search: string
}

/** Every member of a board by rank, or those around the member. */
export function MembersCard({ contestId, userId, search }: MembersCardProps) {
  const [view, setView] = useState<'everyone' | 'around'>('everyone')
  const part = { contestId, search }
  const start = useBoardStart(part)
  const { start: whole, around } = useBoard(contestId, userId)
  const own = around?.own
  const ownPlace = own ? placeOf(own, whole.data) : null
  const isAround = view === 'around' && ownPlace !== null && !search
  const range = (total: number) => {
    if (!isAround || ownPlace === null) return { from: 0, to: total }
    return { from: Math.max(0, ownPlace - reach), to: Math.min(total, ownPlace + reach + 1) }
  }
  return (
    <section className={classes.card} aria-label="Members">
      <div className={classes.head}>
        <Segments
          label="Members"
          value={isAround ? 'around' : 'everyone'}
          options={[
            { value: 'everyone', label: 'Everyone', count: whole.data?.total },
            ...(own && !search ? [{ value: 'around' as const, label: 'Around me' }] : []),
          ]}
          onChange={setView}
        />
        <p className={classes.state} role="status">
          {search
            ? start.data && `${counted(start.data.total, 'member')} found`
            : start.data && (
                <>
                  <UpdatedAt atMs={start.dataUpdatedAt} />{' '}
                  {start.data.total > 0 && <span>· movement since yesterday</span>}
                </>
              )}
        </p>
      </div>
      <QueryState
        query={start}
        what="leaderboard"
        skeleton={<SkeletonRows count={skeletonRows} height={52} />}
      >
        {(page) =>
          page.total === 0 ? (
            <Nobody isSearch={search !== ''} />
          ) : (
            <MemberRows
              key={`${search} ${isAround}`}
              start={page}
              part={part}
              range={range(page.total)}
              around={around}
              userId={userId}
              ownPlace={search ? null : ownPlace}
            />
          )
        }
      </QueryState>
    </section>
  )
}

function Nobody({ isSearch }: { readonly isSearch: boolean }) {
  return isSearch ? (
    <EmptyState icon={Search} title="No members found" text="Try a different name." />
  ) : (
    <EmptyState icon={Trophy} title="Nobody is on the board yet" text="The first report opens it." />
  )
}

/** Where the member stands on the board, from 0. Behind the first page, among equals it is that of their first. */
function placeOf(own: { readonly id: string; readonly rank: number }, start: LeaderboardPage | undefined) {
  const listed = start?.data.findIndex(({ id }) => id === own.id) ?? -1
  return listed === -1 ? own.rank - 1 : listed
}
