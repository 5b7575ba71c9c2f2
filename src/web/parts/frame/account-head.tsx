import type { CurrentUser } from '#contract/users.ts'
import { useMyRank } from '#web/api/leaderboard.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { counted } from '#web/ui/time-words.ts'
import * as classes from './account-head.module.css'

/** The member's face, name and standing, at the head of their menu. */
export function AccountHead({ user }: { readonly user: CurrentUser }) {
  const rank = useMyRank().data?.data?.rank
  return (
    <div className={classes.head}>
      <UserAvatar person={user} size={40} />
      <div className={classes.words}>
        <bdi className={classes.name}>{user.displayName}</bdi>
        <span className={classes.standing}>
          {rank !== undefined && `#${rank.toLocaleString('en-US')} · `}
          {counted(user.totalPoints, 'point')} · {counted(user.currentStreak, 'day')}
        </span>
      </div>
    </div>
  )
}
