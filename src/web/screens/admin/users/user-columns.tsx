import { Shield, Star } from 'lucide-react'
import type { ListedUser, UserSort } from '#contract/users.ts'
import { trackableLink } from '#domain/links.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { roleNames } from '#web/parts/member/role-names.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { SlackMark } from '#web/parts/session/slack-mark.tsx'
import { CopyIcon, useCopy } from '#web/ui/copy-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import { RoleSelect } from './role-select.tsx'
import classes from './user-columns.module.css'
import { UserMenu } from './user-menu.tsx'

/** The columns of the users table. */
export const userColumns: readonly Column<ListedUser, UserSort>[] = [
  { name: 'User', kind: 'row header', sort: 'username', cell: (user) => <Name user={user} /> },
  {
    name: 'Email',
    width: 164,
    sort: 'email',
    cell: ({ email }) =>
      email ? (
        <span className={classes.quiet} title={email}>
          {email}
        </span>
      ) : (
        <span className={classes.quiet}>No address</span>
      ),
  },
  { name: 'Role', sort: 'role', cell: (user) => <RoleSelect user={user} /> },
  {
    name: 'Slack ID',
    width: 140,
    cell: ({ slackUserId }) => <span className={classes.quiet}>{slackUserId ?? 'Not connected'}</span>,
  },
  { name: 'Trackable Link', cell: (user) => <TrackableLink user={user} /> },
  {
    name: 'Stats',
    kind: 'number',
    isOnPhone: true,
    sort: 'totalPoints',
    firstDirection: 'desc',
    cell: (user) => <Stats user={user} />,
  },
  {
    name: 'Joined',
    sort: 'createdAt',
    firstDirection: 'desc',
    cell: ({ createdAt }) =>
      createdAt ? (
        <time className={classes.quiet} dateTime={createdAt}>
          {shortDate(createdAt)}
        </time>
      ) : (
        'Unknown'
      ),
  },
  { name: 'Actions', kind: 'actions', isOnPhone: true, cell: (user) => <Actions user={user} /> },
]

interface OfUser {
  readonly user: ListedUser
}

function Name({ user }: OfUser) {
  return (
    <span className={classes.name}>
      <UserAvatar person={user} size={32} />
      <PersonName person={user} className={classes.who} />
      {user.slackUserId && (
        <span className={classes.chat} title="Slack user">
          <SlackMark size={12} />
          <span className="visually-hidden">Slack user</span>
        </span>
      )}
    </span>
  )
}

function TrackableLink({ user: { displayName, trackingCode } }: OfUser) {
  const address = trackingCode ? trackableLink(window.location.origin, trackingCode) : ''
  const copying = useCopy(address)
  if (!trackingCode) return <span className={classes.quiet}>No tracking code</span>
  return (
    <span className={classes.link}>
      <span className={classes.code}>/go/{trackingCode}</span>
      <CopyIcon copying={copying} what={`the link of ${displayName}`} />
      {copying.refusals > 0 && <span className={classes.quiet}>{address}</span>}
    </span>
  )
}

function Stats({ user: { totalPoints = 0, totalShares = 0 } }: OfUser) {
  return (
    <span>
      <b className={classes.points}>{totalPoints.toLocaleString('en-US')}</b>
      <span className="visually-hidden">{totalPoints === 1 ? ' point' : ' points'}</span>{' '}
      <span className={classes.quiet}>· {counted(totalShares, 'share')}</span>
    </span>
  )
}

function Actions({ user }: OfUser) {
  const { role = 'user' } = user
  return (
    <span className={classes.actions}>
      <span className={classes.role} data-role={role}>
        {role === 'admin' && <Star size={14} aria-hidden />}
        {role === 'moderator' && <Shield size={14} aria-hidden />}
        {roleNames[role]}
      </span>
      <UserMenu user={user} />
    </span>
  )
}
