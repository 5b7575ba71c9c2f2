import { Shield, Star } from 'lucide-react'
import type { ListedUser, UserSort } from '#contract/users.ts'
import { trackableLink } from '#domain/links.ts'
import { PersonName } from '#web/parts/member/person-name.tsx'
import { roleNames } from '#web/parts/member/role-names.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { SlackMark } from '#web/parts/session/slack-mark.tsx'
import { TeamName } from '#web/parts/team/team-name.tsx'
import { CopyIcon, useCopy } from '#web/ui/copy-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import { RoleSelect } from './role-select.tsx'
import * as classes from './user-columns.module.css'
import { type OpenUser, UserMenu } from './user-menu.tsx'

/** The columns of the users table. `onOpen` opens a dialog about a member. */
export const userColumns = (onOpen: OpenUser): readonly Column<ListedUser, UserSort>[] => [
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
  { name: 'Role', sort: 'role', cell: (user) => <UserRole user={user} /> },
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
  {
    name: 'Actions',
    kind: 'actions',
    isOnPhone: true,
    cell: (user) => <Actions user={user} onOpen={onOpen} />,
  },
]

interface OfUser {
  readonly user: ListedUser
}

function Name({ user }: OfUser) {
  return (
    <span className={classes.name}>
      <UserAvatar person={user} size={32} />
      <span className={classes.words}>
        <span className={classes.line}>
          <PersonName person={user} className={classes.who} />
          {user.slackUserId && (
            <span className={classes.chat} title="Slack user">
              <SlackMark size={12} />
              <span className="visually-hidden">Slack user</span>
            </span>
          )}
        </span>
        {user.team && (
          <span className={classes.team}>
            <span className="visually-hidden">Team: </span>
            <TeamName team={user.team} />
          </span>
        )}
      </span>
    </span>
  )
}

/** A disabled member has to be enabled before their role can be changed. */
function UserRole({ user }: OfUser) {
  const { role = 'user', disabledBy } = user
  return disabledBy ? <span className={classes.quiet}>{roleNames[role]}</span> : <RoleSelect user={user} />
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

function Actions({ user, onOpen }: OfUser & { readonly onOpen: OpenUser }) {
  const { role = 'user', disabledBy, isLeftOut } = user
  return (
    <span className={classes.actions}>
      {isLeftOut && !disabledBy && <StatusBadge tone="off">Left out of boards</StatusBadge>}
      {disabledBy ? (
        <StatusBadge tone="off">{disabledBy === 'chat' ? 'Disabled by the chat' : 'Disabled'}</StatusBadge>
      ) : (
        <span className={classes.role} data-role={role}>
          {role === 'admin' && <Star size={14} aria-hidden />}
          {role === 'moderator' && <Shield size={14} aria-hidden />}
          {roleNames[role]}
        </span>
      )}
      <UserMenu user={user} onOpen={onOpen} />
    </span>
  )
}
