import {
  Award,
  CalendarClock,
  Check,
  Hand,
  type LucideIcon,
  MessageCircleQuestionMark,
  Newspaper,
  Scale,
  Trophy,
  X,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { BellLine } from '#contract/bell.ts'
import { paths } from '#contract/paths.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { signedPoints } from '#web/parts/points/signed-points.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { counted, monthName } from '#web/ui/time-words.ts'
import * as classes from './notification-row.module.css'

const icons: Readonly<Record<BellLine['kind'], LucideIcon>> = {
  share_verified: Check,
  share_not_accepted: X,
  taken_back: X,
  upheld: X,
  given_back: Check,
  correction: Scale,
  check: MessageCircleQuestionMark,
  achievement: Award,
  passed_by: Trophy,
  contest_ends: Trophy,
  no_contest: CalendarClock,
  applause: Hand,
  post: Newspaper,
  activity: Newspaper,
}

/** Where something can be done about a line. */
const links: Readonly<Partial<Record<BellLine['kind'], { readonly href: string; readonly text: string }>>> = {
  check: { href: paths.dashboard, text: 'Answer on the dashboard' },
  no_contest: { href: `${paths.admin}?tab=contests`, text: 'Create one' },
}

interface NotificationRowProps {
  readonly line: BellLine
  readonly isNew: boolean
  /** Called when something in the line leads to another screen. */
  readonly onLeave: () => void
}

/** One line behind the bell: whom or what it is about, one sentence, and when. */
export function NotificationRow({ line, isNew, onLeave }: NotificationRowProps) {
  const { user, kind, points, reason, at } = line
  const Icon = icons[kind]
  const link = links[kind]
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
        {reason !== null && (
          <p className={classes.reason}>
            <bdi>{reason}</bdi>
          </p>
        )}
        <p className={classes.when}>
          {points !== 0 && (
            <>
              <span className={classes.points} data-gain={points > 0 || undefined}>
                {signedPoints(points)}
                <span className="visually-hidden">{points === 1 ? ' point' : ' points'}</span>
              </span>
              {' · '}
            </>
          )}
          <RelativeTime instant={at} />
          {link && (
            <>
              {' · '}
              <ScreenLink href={link.href} className={classes.answer} onClick={onLeave}>
                {link.text}
              </ScreenLink>
            </>
          )}
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
  const { user, kind, subject, count } = line
  const about = subject !== null && <bdi className={classes.subject}>{subject}</bdi>
  const name = user && <PersonName person={user} className={classes.name} />
  switch (kind) {
    case 'share_verified':
      return <>{aboutOf(line)} was verified</>
    case 'share_not_accepted':
      return <>{aboutOf(line)} was not accepted</>
    case 'taken_back':
      return <>{aboutOf(line)} was taken back</>
    case 'upheld':
      return (
        <>
          Your appeal was read. {aboutOf(line)} stays {line.report ? 'taken back' : 'not accepted'}
        </>
      )
    case 'given_back':
      return <>Your appeal was read. {aboutOf(line)} counts again</>
    case 'correction':
      return 'An administrator corrected your points'
    case 'check':
      return <>One quick question about {aboutOf(line, 'your')}</>
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
    case 'no_contest':
      return `No contest for ${monthName(Number(subject?.slice(5, 7)))} yet`
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

/** What was reviewed: a report on somebody's post, or a share. */
function aboutOf({ report, subject, platform }: BellLine, your = 'Your'): ReactNode {
  if (report === null) return platform ? `${your} share on ${platformNames[platform]}` : `${your} share`
  return (
    <>
      {your} {report} on <bdi className={classes.subject}>{subject}</bdi>’s post
    </>
  )
}

/** A description that goes on behind a name. */
function lowered(text: string | null): string {
  return text === null ? '' : `${text.charAt(0).toLowerCase()}${text.slice(1)}`
}
