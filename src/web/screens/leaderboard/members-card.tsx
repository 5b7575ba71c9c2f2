import { Search } from 'lucide-react'
import { useState } from 'react'
import { type LeaderboardPage, leastNewcomers } from '#contract/leaderboard.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import { type MarkedSince, markedSince } from '#domain/leaderboard.ts'
import { useBoardStart } from '#web/api/board-page.ts'
import { useNewcomers } from '#web/api/board-rest.ts'
import { useTeamBoard } from '#web/api/team-board.ts'
import { EmptyBoard } from '#web/parts/leader/empty-board.tsx'
import { sinceNames } from '#web/parts/leader/movement.tsx'
import { UpdatedAt } from '#web/parts/leader/updated-at.tsx'
import { useBoard } from '#web/parts/leader/use-board.ts'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { counted } from '#web/ui/time-words.ts'
import { MemberRows } from './member-rows.tsx'
import * as classes from './members-card.module.css'
import { Newcomers } from './newcomers.tsx'
import { Teams } from './teams.tsx'

const reach = 10
const skeletonRows = 12

interface MembersCardProps {
  readonly window: BoardWindow
  readonly since: MarkedSince
  readonly setSince: (since: MarkedSince) => void
  readonly user: Pick<CurrentUser, 'id' | 'team'>
  readonly search: string
  /** The view that the address asks for. */
  readonly asked: string | null
}

type View = 'everyone' | 'around' | 'newcomers' | 'teams'

/** Every member of a board by rank, those around the member, those who joined lately, or the teams. */
export function MembersCard({ window, since, setSince, user, search, asked }: MembersCardProps) {
  const [chosen, setView] = useState<View>(asked === 'teams' ? 'teams' : 'everyone')
  const { id: userId } = user
  const part = { window, search }
  const start = useBoardStart(part)
  const { start: whole, around } = useBoard(window, userId, since)
  const newcomers = useNewcomers().data
  const teams = useTeamBoard(window).data
  const own = around?.own
  const ownPlace = own ? placeOf(own, whole.data) : null
  const views = viewsOf({
    members: whole.data?.total,
    hasOwn: ownPlace !== null,
    newcomers: newcomers?.total,
    teams: teams?.total,
    isAskedForTeams: asked === 'teams',
  })
  const view = search || !views.some(({ value }) => value === chosen) ? 'everyone' : chosen
  const range = (total: number) => {
    if (view !== 'around' || ownPlace === null) return { from: 0, to: total }
    return { from: Math.max(0, ownPlace - reach), to: Math.min(total, ownPlace + reach + 1) }
  }
  return (
    <section className={classes.card} aria-label="Members">
      <div className={classes.head}>
        <Segments
          label="Members"
          value={view}
          options={search ? views.slice(0, 1) : views}
          onChange={setView}
        />
        <p className={classes.state} role="status">
          {search
            ? start.data && `${counted(start.data.total, 'member')} found`
            : start.data && <UpdatedAt atMs={start.dataUpdatedAt} />}
        </p>
        {!search && (view === 'everyone' || view === 'around') && window !== 'week' && (
          <Segments
            label="Movement"
            value={since}
            options={markedSince.map((value) => ({ value, label: `Since ${sinceNames[value]}` }))}
            onChange={setSince}
          />
        )}
      </div>
      {view === 'teams' && <Teams window={window} ownId={user.team?.id ?? null} />}
      {view === 'newcomers' && newcomers && <Newcomers rows={newcomers.data} userId={userId} />}
      {(view === 'everyone' || view === 'around') && (
        <QueryState
          query={start}
          what="leaderboard"
          skeleton={<SkeletonRows count={skeletonRows} height={52} />}
        >
          {(page) =>
            page.total === 0 ? (
              <Nobody isSearch={search !== ''} isPreparing={page.isPreparing} />
            ) : (
              <MemberRows
                key={`${search} ${view}`}
                start={page}
                part={part}
                since={since}
                range={range(page.total)}
                around={around}
                userId={userId}
                ownPlace={search ? null : ownPlace}
              />
            )
          }
        </QueryState>
      )}
    </section>
  )
}

interface Known {
  readonly members: number | undefined
  readonly hasOwn: boolean
  readonly newcomers: number | undefined
  readonly teams: number | undefined
  /** Then the view is there also where there are none. */
  readonly isAskedForTeams: boolean
}

function viewsOf({ members, hasOwn, newcomers = 0, teams = 0, isAskedForTeams }: Known) {
  return [
    { value: 'everyone' as View, label: 'Everyone', count: members },
    ...(hasOwn ? [{ value: 'around' as View, label: 'Around me' }] : []),
    ...(newcomers >= leastNewcomers
      ? [{ value: 'newcomers' as View, label: 'Newcomers', count: newcomers }]
      : []),
    ...(teams > 0 || isAskedForTeams ? [{ value: 'teams' as View, label: 'Teams', count: teams }] : []),
  ]
}

interface NobodyProps {
  readonly isSearch: boolean
  readonly isPreparing: boolean | undefined
}

function Nobody({ isSearch, isPreparing }: NobodyProps) {
  if (isPreparing || !isSearch) return <EmptyBoard isPreparing={isPreparing} />
  return <EmptyState icon={Search} title="No members found" text="Try a different name." />
}

/** Where the member stands on the board, from 0. Behind the first page, among equals it is that of their first. */
function placeOf(own: { readonly id: string; readonly rank: number }, start: LeaderboardPage | undefined) {
  const listed = start?.data.findIndex(({ id }) => id === own.id) ?? -1
  return listed === -1 ? own.rank - 1 : listed
}
