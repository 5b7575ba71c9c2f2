import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { Track } from '#web/ui/track.tsx'
import classes from './chase.module.css'
import type { Neighbours } from './neighbours.ts'

/** How far the member is on the way from the place behind them to the face of the one ahead. */
export function Chase({
  neighbours: { own, above, below, toNext, toBehind },
}: {
  readonly neighbours: Neighbours
}) {
  // The last one starts from nothing, and the first one has arrived.
  const behind = toBehind ?? own.totalPoints
  const ahead = toNext ?? 0
  return (
    <div className={classes.chase} aria-hidden>
      {below && <span className={classes.from}>#{below.rank.toLocaleString('en-US')}</span>}
      <span className={classes.track}>
        <Track share={behind + ahead > 0 ? behind / (behind + ahead) : 1} />
      </span>
      <UserAvatar person={above ?? own} size={24} />
    </div>
  )
}
