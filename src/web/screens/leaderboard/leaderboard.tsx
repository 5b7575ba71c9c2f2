import '#web/ui/library-styles.ts'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { BoardWindow } from '#domain/board-windows.ts'
import { isId, type TeamId } from '#domain/ids.ts'
import type { MarkedSince } from '#domain/leaderboard.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { useTeam } from '#web/api/team-board.ts'
import { Frame } from '#web/parts/frame/frame.tsx'
import { useBoardWindow } from '#web/parts/leader/use-board-window.ts'
import { WindowSegments } from '#web/parts/leader/window-segments.tsx'
import { teamsAddress } from '#web/parts/team/team-address.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { AroundCard } from './around-card.tsx'
import * as classes from './leaderboard.module.css'
import { MembersCard } from './members-card.tsx'
import { GoneTeam, TeamPage } from './team-page.tsx'

const searchPauseMs = 250
const searchLimit = 64

/** The whole board, or with `?team=` the page of a team. */
export function Leaderboard() {
  const [params] = useSearchParams()
  const team = params.get('team')
  return <Frame>{team === null ? <WholeBoard /> : <OneTeam team={team} />}</Frame>
}

function OneTeam({ team }: { readonly team: string }) {
  if (isId<'team'>(team)) return <KnownTeam id={team} />
  return (
    <Page title="Team" before={<BackLink href={teamsAddress('all')} label="Back to all teams" />}>
      <GoneTeam />
    </Page>
  )
}

function KnownTeam({ id }: { readonly id: TeamId }) {
  const { user } = useCurrentUser()
  const [params, setParams] = useSearchParams()
  const [window, remember] = useBoardWindow(params.get('window'))
  const query = useTeam(id, window)
  const choose = (chosen: BoardWindow) => {
    remember(chosen)
    setParams({ team: id, window: chosen }, { replace: true })
  }
  return (
    <Page
      title={query.data?.data.name ?? 'Team'}
      before={<BackLink href={teamsAddress(window)} label="Back to all teams" />}
      after={<WindowSegments value={window} onChange={choose} />}
    >
      <TeamPage query={query} ownId={user?.id} />
    </Page>
  )
}

/** The board of a window, with a search and the member's own place. */
function WholeBoard() {
  const { user } = useCurrentUser()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchPauseMs)
  const [params, setParams] = useSearchParams()
  const [window, remember] = useBoardWindow(params.get('window'))
  const choose = (chosen: BoardWindow) => {
    remember(chosen)
    setParams((before) => ({ ...Object.fromEntries(before), window: chosen }), { replace: true })
  }
  return (
    <Page
      title="Team Leaderboard"
      before={<BackLink href={paths.dashboard} label="Back to dashboard" />}
      after={
        <div className={classes.tools}>
          <TextInput
            className={classes.search}
            type="search"
            aria-label="Find a colleague"
            placeholder="Find a colleague"
            value={typed}
            maxLength={searchLimit}
            onChange={(event) => setTyped(event.currentTarget.value)}
            leftSection={<Search size={16} aria-hidden />}
            autoComplete="off"
          />
          <WindowSegments value={window} onChange={choose} />
        </div>
      }
    >
      {user && <Boards user={user} window={window} search={search} view={params.get('view')} />}
    </Page>
  )
}

interface BoardsProps {
  readonly user: CurrentUser
  readonly window: BoardWindow
  readonly search: string
  /** The view that the address asks for. */
  readonly view: string | null
}

function Boards({ user, window, search, view }: BoardsProps) {
  const [chosen, setSince] = useState<MarkedSince>('day')
  // Nobody has a place before the week began.
  const since = window === 'week' ? 'day' : chosen
  return (
    <div className={classes.columns} key={window}>
      <div className={classes.around}>
        <AroundCard window={window} since={since} user={user} />
      </div>
      <MembersCard
        window={window}
        since={since}
        setSince={setSince}
        user={user}
        search={search}
        asked={view}
      />
    </div>
  )
}
