import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useBoardStart, useMyRank } from '#web/api/leaderboard.ts'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import classes from './full-leaderboard.module.css'
import { FullLeaderboardRows } from './full-leaderboard-rows.tsx'
import { PinnedPlace } from './leader-list.tsx'

const searchPauseMs = 250
const searchLimit = 64

interface FullLeaderboardProps extends DialogProps {
  readonly userId: string
}

/** The whole leaderboard with a search. The member's own row is always visible. */
export function FullLeaderboard({ isOpen, onClose, userId }: FullLeaderboardProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Team Leaderboard">
      <Board userId={userId} />
    </WideDialog>
  )
}

function Board({ userId }: { readonly userId: string }) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), searchPauseMs)
  const [isOwnInView, setIsOwnInView] = useState(false)
  const board = useBoardStart(search)
  const place = useMyRank()
  const own = place.data?.data ?? null
  return (
    <>
      <TextInput
        label="Search members"
        labelProps={{ mb: 6 }}
        type="search"
        value={typed}
        maxLength={searchLimit}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<Search size={16} aria-hidden />}
        autoComplete="off"
        data-autofocus
      />
      <p className={classes.count} role="status">
        {board.data && countText(board.data.total, search)}
      </p>
      <QueryState query={board} what="leaderboard" skeleton={<SkeletonRows count={8} />}>
        {(start) =>
          start.total === 0 ? (
            <EmptyState icon={Search} title="No members found" text="Try a different name." />
          ) : (
            <FullLeaderboardRows
              key={search}
              start={start}
              search={search}
              userId={userId}
              onOwnInViewChange={setIsOwnInView}
            />
          )
        }
      </QueryState>
      {own && !(isOwnInView && board.data?.total) && <PinnedPlace own={own} />}
    </>
  )
}

function countText(total: number, search: string): string {
  const members = counted(total, 'member')
  return search ? `${members} found` : members
}
