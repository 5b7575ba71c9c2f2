import type { CurrentContest } from '#contract/contests.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { Movement } from '#web/parts/leader/movement.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './contest-head.module.css'
import { contestDays, contestMoment } from './contest-moment.ts'
import { ContestDays, DaysLeft } from './contest-time.tsx'
import { DaysStrip } from './days-strip.tsx'
import { OwnDistance } from './own-distance.tsx'
import { PrizeMark } from './prize-mark.tsx'
import { useOwnPlace } from './use-own-place.ts'

interface ContestHeadProps {
  readonly contest: CurrentContest
}

/** What a contest is about: prize, title and words, then its days and the member's own place. */
export function ContestHead({ contest }: ContestHeadProps) {
  return (
    <section
      className={classes.head}
      aria-labelledby="contest-title"
      data-plain={!contest.prize || undefined}
    >
      {contest.prize && (
        <div className={classes.picture}>
          <PrizeMark />
        </div>
      )}
      <div className={classes.words}>
        <h2 id="contest-title" className={classes.title} dir="auto">
          {contest.title}
        </h2>
        {contest.prize && (
          <p className={classes.prize} dir="auto">
            <span className="visually-hidden">Prize: </span>
            {contest.prize}
          </p>
        )}
        {contest.description && (
          <p className={classes.description} dir="auto">
            {contest.description}
          </p>
        )}
      </div>
      <div className={classes.time}>
        <p className={classes.left}>
          <DaysLeft contest={contest} />
          <ContestDays contest={contest} />
        </p>
        <DaysStrip contest={contest} size="big" />
        <OwnLine contest={contest} />
      </div>
    </section>
  )
}

function OwnLine({ contest }: ContestHeadProps) {
  const { user } = useCurrentUser()
  const place = useOwnPlace(contest.id)
  const now = useMinute()
  const { phase } = contestMoment(contest, now)
  if (!user) return null
  const notPlaced = {
    upcoming: `Reports count from ${contestDays(contest, now).first}`,
    running: 'Your first report puts you in the standings',
    ended: 'You did not take part',
  }[phase]
  return (
    <div className={classes.own}>
      <UserAvatar person={user} size={40} />
      <p className={classes.place}>
        {place && (
          <span className={classes.rank}>
            <span className="visually-hidden">Your place: </span>#{place.own.rank.toLocaleString('en-US')}{' '}
            <Movement places={place.gained} />
          </span>
        )}
        <span className={classes.distance}>
          {place && <OwnDistance place={place} isOver={phase === 'ended'} />}
          {place === null && notPlaced}
          {place === undefined && 'Your place is being looked up'}
        </span>
      </p>
    </div>
  )
}
