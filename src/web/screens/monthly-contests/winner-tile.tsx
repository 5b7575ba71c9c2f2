import type { ReactNode } from 'react'
import type { UserCard } from '#contract/users.ts'
import * as placeClasses from '#web/parts/leader/place.module.css'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './winner-tile.module.css'

interface WinnerTileProps {
  /** The month or year that was won. */
  readonly title: ReactNode
  readonly user: UserCard
  readonly isOwn: boolean
  readonly totalPoints: number
  /** Where the tile leads, and what is there. */
  readonly link?: { readonly href: string; readonly label: string } | undefined
  /** What else there is to say, below the points. */
  readonly children?: ReactNode
}

const rays = ['-30', '13', '56', '99', '142', '185', '228', '271', '314']

/** A champion on the wall: a gold head with the month or year, then face, name and points. */
export function WinnerTile({ title, user, isOwn, totalPoints, link, children }: WinnerTileProps) {
  return (
    <div className={classes.tile}>
      <div className={classes.head}>
        <svg className={classes.rays} viewBox="0 0 290 78" preserveAspectRatio="none" aria-hidden="true">
          {rays.map((from) => (
            <path key={from} d={`M145 96L${from} -30h20z`} />
          ))}
        </svg>
        <h3 className={classes.title}>
          {link ? (
            <ScreenLink href={link.href} className={classes.link} aria-label={link.label}>
              {title}
            </ScreenLink>
          ) : (
            title
          )}
        </h3>
      </div>
      <span className={classes.face}>
        <UserAvatar person={user} size={72} ring="gold" />
      </span>
      <div className={classes.body}>
        <p className={classes.who}>
          <PersonName person={user} className={classes.name} />
          {isOwn && <span className={placeClasses.you}>You</span>}
        </p>
        <p className={classes.points}>
          <b>{totalPoints.toLocaleString('en-US')}</b> {totalPoints === 1 ? 'point' : 'points'}
        </p>
        {children}
      </div>
    </div>
  )
}
