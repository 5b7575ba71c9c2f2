import { streakLeadersCount } from '#contract/leaderboard.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useStreakLeaders } from '#web/api/leaderboard.ts'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import { StreakList } from './streak-list.tsx'

interface AllStreaksProps extends DialogProps {
  readonly user: CurrentUser
}

/** Every streak leader, with the best streak of each. */
export function AllStreaks({ isOpen, onClose, user }: AllStreaksProps) {
  const query = useStreakLeaders()
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Streak Leaders">
      <QueryState query={query} what="streak leaders" skeleton={<SkeletonRows count={8} height={52} />}>
        {({ data }) => <StreakList leaders={data} user={user} length={streakLeadersCount + 1} hasBests />}
      </QueryState>
    </WideDialog>
  )
}
