import { Award, Check, Hand, type LucideIcon, Newspaper, Trophy, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { BellLine } from '#contract/bell.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { counted } from '#web/ui/time-words.ts'
import classes from './notification-row.module.css'

const icons: Readonly<Record<BellLine['kind'], LucideIcon>> = {
  share_verified: Check,
  share_not_accepted: X,
  achievement: Award,
  passed_by: Trophy,
  contest_ends: Trophy,
  applause: Hand,
  post: Newspaper,
  activity: Newspaper,
}

interface NotificationRowProps {
  readonly line: BellLine
  readonly isNew: boolean
}

/** One line behind the bell: whom or what it is about, one sentence, and when. */
export function NotificationRow({ line, isNew }: NotificationRowProps) {
  const { user, kind, points, at } = line
  const Icon = icons[kind]
  return (
    <div className={classes.row}>
      {user ? (
        <UserAvatar person={user} size={36} />
      ) : (
        <span className={classes.icon} data-kind={kind}>
          <Icon size={18} aria-hidden />
        </span>
      )}
      <div className={classes.words}>
        <p className={classes.sentence}>{sentenceOf(line)}</p>
        <p className={classes.when}>
          {points > 0 && (
            <>
              <span className={classes.gain}>
                +{points.toLocaleString('en-US')}
                <span className="visually-hidden">{points === 1 ? ' point' : ' points'}</span>
              </span>
              {' · '}
            </>
          )}
          <RelativeTime instant={at} />
        </p>
      </div>
      {isNew && (
        <span className={classes.dot}>
          <span className="visually-hidden">New</span>
        </span>
      )}
    </div>
  )
}

function sentenceOf(line: BellLine): ReactNode {
  const { user, kind, subject, platform, count } = line
  const share = platform ? `Your share on ${platformNames[platform]}` : 'Your share'
  const about = subject !== null && <bdi className={classes.subject}>{subject}</bdi>
  const name = user && <PersonName person={user} className={classes.name} />
  switch (kind) {
    case 'share_verified':
      return `${share} was verified`
    case 'share_not_accepted':
      return `${share} was not accepted`
    case 'achievement':
      return <>You earned {about}</>
    case 'passed_by':
      return (
        <>
          {name} {count > 1 && `and ${counted(count - 1, 'other')} `}passed you on the board
        </>
      )
    case 'contest_ends':
      return (
        <>
          {about} has {counted(count, 'day')} left
        </>
      )
    case 'applause':
      return about ? (
        <>
          {counted(count, 'colleague')} applauded you: {about}
        </>
      ) : (
        `${counted(count, 'colleague')} applauded what you did`
      )
    case 'post':
    case 'activity':
      return name ? (
        <>
          {name} <bdi>{lowered(subject)}</bdi>
        </>
      ) : (
        <bdi>{subject}</bdi>
      )
  }
}

/** A description that goes on behind a name. */
function lowered(text: string | null): string {
  return text === null ? '' : `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
