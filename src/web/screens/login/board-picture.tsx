import { ArrowUp, Flame } from 'lucide-react'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import * as classes from './board-picture.module.css'

/** A sample team, which nobody is a member of. */
const rows = [
  { metal: 'gold', face: 'leila', name: 'Leila Haddad', points: '1,035' },
  { metal: 'silver', face: 'aisha', name: 'Aisha Bello', points: '955' },
  { metal: 'bronze', face: 'priya', name: 'Priya Raghavan', points: '930', isUp: true },
  { metal: undefined, face: 'grace', name: 'Grace Wanjiru Kamau', points: '915' },
  { metal: undefined, face: 'hana', name: 'Hana Nováková', points: '865' },
] as const

/** A decorative picture of a contest on its way, with a sample team. */
export function BoardPicture() {
  return (
    <div className={classes.stage} aria-hidden="true">
      <svg
        aria-hidden="true"
        className={classes.rings}
        viewBox="0 0 700 800"
        preserveAspectRatio="xMidYMid slice"
      >
        {[120, 210, 310, 420, 540, 680].map((radius) => (
          <circle key={radius} cx="350" cy="400" r={radius} />
        ))}
      </svg>
      <div className={classes.place}>
        <div className={classes.board}>
          <div className={classes.head}>
            <span className={classes.title}>Monthly Contest</span>
            <span className={classes.left}>9 days left</span>
          </div>
          {rows.map((row, index) => (
            <div key={row.name} className={classes.row} data-up={'isUp' in row || undefined}>
              <span className={classes.rank} data-metal={row.metal}>
                {index + 1}
              </span>
              <Face face={row.face} name={row.name} size={38} />
              <span className={classes.name}>
                <bdi title={row.name}>{row.name}</bdi>
                {'isUp' in row && (
                  <span className={classes.up}>
                    <ArrowUp size={12} strokeWidth={2.4} />1
                  </span>
                )}
              </span>
              <span className={classes.points}>{row.points}</span>
            </div>
          ))}
        </div>
        <span className={classes.bubble} data-at="top">
          <Face face="zoe" name="Zoë Brandt" size={32} />I commented <span className={classes.gain}>+20</span>
        </span>
        <span className={classes.bubble} data-at="foot">
          <Face face="kenji" name="Kenji Watanabe" size={32} />
          <Flame size={16} className={classes.flame} />
          10 days
        </span>
      </div>
    </div>
  )
}

interface FaceProps {
  /** The name of a drawing. */
  readonly face: string
  readonly name: string
  readonly size: number
}

function Face({ face, name, size }: FaceProps) {
  const avatar = new URL(`/pictures/people/${face}.svg`, window.location.origin).href
  return <UserAvatar person={{ id: name, displayName: name, avatar }} size={size} />
}
