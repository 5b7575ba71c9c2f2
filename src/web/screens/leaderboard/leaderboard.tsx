import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import type { ContestId } from '#domain/ids.ts'
import { useCurrentContest } from '#web/api/contests.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { useRunningContest } from '#web/parts/contest/use-running-contest.ts'
import { Frame } from '#web/parts/frame/frame.tsx'
import { type BoardWindow, WindowSegments } from '#web/parts/leader/window-segments.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { AroundCard } from './around-card.tsx'
import classes from './leaderboard.module.css'
import { MembersCard } from './members-card.tsx'

const searchPauseMs = 250
const searchLimit = 64

/** The whole board, of all time or of the running contest, with a search and the member's own place. */
export function Leaderboard() {
  const { user } = useCurrentUser()
  const contest = useRunningContest()
  const isContestPending = useCurrentContest().isPending
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchPauseMs)
  const [params, setParams] = useSearchParams()
  const window = params.get('window') === 'month' ? 'month' : 'all'
  const isMonth = window === 'month' && contest !== null
  const choose = (chosen: BoardWindow) =>
    setParams(chosen === 'month' ? { window: chosen } : {}, { replace: true })
  return (
    <Frame>
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
            {(contest || isContestPending) && <WindowSegments value={window} onChange={choose} />}
          </div>
        }
      >
        {user && <Boards user={user} contestId={isMonth ? contest.id : null} search={search} />}
      </Page>
    </Frame>
  )
}

interface BoardsProps {
  readonly user: CurrentUser
  /** Null for the team board. */
  readonly contestId: ContestId | null
  readonly search: string
}

function Boards({ user, contestId, search }: BoardsProps) {
  return (
    <div className={classes.columns} key={contestId}>
      <div className={classes.around}>
        <AroundCard contestId={contestId} userId={user.id} />
      </div>
      <MembersCard contestId={contestId} userId={user.id} search={search} />
    </div>
  )
}
