import { Flame } from 'lucide-react'
import classes from './board-picture.module.css'

const rows = [
  { rank: 1, metal: 'gold', name: 68, points: 100 },
  { rank: 2, metal: 'silver', name: 52, points: 82 },
  { rank: 3, metal: 'bronze', name: 60, points: 71 },
  { rank: 4, metal: 'none', name: 44, points: 48 },
] as const

/** A decorative drawing of a leaderboard, without names or figures. */
export function BoardPicture() {
  return (
    <div className={classes.board} aria-hidden="true">
      {rows.map(({ rank, metal, name, points }) => (
        <div key={rank} className={classes.row} data-own={rank === 3 || undefined}>
          <span className={classes.rank} data-metal={metal}>
            {rank}
          </span>
          <span className={classes.face} />
          <span className={classes.line} style={{ width: `${name / 2}%` }} />
          {rank === 1 && <Flame size={18} className={classes.flame} />}
          <span className={classes.track}>
            <span className={classes.points} style={{ width: `${points}%` }} />
          </span>
        </div>
      ))}
    </div>
  )
}
