import { MessageSquare, Star } from 'lucide-react'
import type { ListedUser, UserSort } from '#contract/users.ts'
import { trackableLink } from '#domain/links.ts'
import { roleNames } from '#web/parts/member/role-names.ts'
import { CopyButton, useCopy } from '#web/ui/copy-button.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { counted, shortDate } from '#web/ui/time-words.ts'
import { RoleSelect } from './role-select.tsx'
import classes from './user-columns.module.css'

/** The columns of the users table. */
export const userColumns: readonly Column<ListedUser, UserSort>[] = [
  { name: 'User', kind: 'row header', sort: 'username', cell: (user) => <Name user={user} /> },
  {
    name: 'Email',
    sort: 'email',
    cell: ({ email }) =>
      email ? (
        <span className={classes.email} title={email}>
          {email}
        </span>
      ) : (
        <span className={classes.none}>No address</span>
      ),
  },
  { name: 'Role', sort: 'role', cell: (user) => <RoleSelect user={user} /> },
  {
    name: 'Slack ID',
    cell: ({ slackUserId }) => slackUserId ?? <span className={classes.none}>Not connected</span>,
  },
  { name: 'Trackable Link', cell: (user) => <TrackableLink user={user} /> },
  {
    name: 'Stats',
    kind: 'number',
    sort: 'totalPoints',
    firstDirection: 'desc',
    cell: (user) => <Stats user={user} />,
  },
  {
    name: 'Joined',
    sort: 'createdAt',
    firstDirection: 'desc',
    cell: ({ createdAt }) =>
      createdAt ? <time dateTime={createdAt}>{shortDate(createdAt)}</time> : 'Unknown',
  },
  { name: 'Actions', cell: (user) => <RoleBadge user={user} /> },
]

interface OfUser {
  readonly user: ListedUser
}

function Name({ user: { username, displayName, slackUserId } }: OfUser) {
  return (
    <div className={classes.name}>
      <div>
        <bdi>{displayName}</bdi>
        <span className={classes.username}>
          <bdi>{username}</bdi>
        </span>
      </div>
      {slackUserId && (
        <span className={classes.chat}>
          <MessageSquare size={12} aria-hidden />
          Slack user
        </span>
      )}
    </div>
  )
}

function TrackableLink({ user: { displayName, trackingCode } }: OfUser) {
  const address = trackingCode ? trackableLink(window.location.origin, trackingCode) : ''
  const copying = useCopy(address)
  if (!trackingCode) return <span className={classes.none}>No tracking code</span>
  return (
    <div className={classes.link}>
      <div>
        <code className={classes.code}>/go/{trackingCode}</code>
        <p className={classes.hint}>Reusable for all posts</p>
        {copying.refusals > 0 && <p className={classes.hint}>{address}</p>}
      </div>
      <CopyButton copying={copying} what={`the link of ${displayName}`} isSmall />
    </div>
  )
}

function Stats({ user: { totalPoints = 0, totalShares = 0 } }: OfUser) {
  return (
    <>
      <div>{counted(totalPoints, 'point')}</div>
      <div className={classes.hint}>{counted(totalShares, 'share')}</div>
    </>
  )
}

function RoleBadge({ user: { role = 'user' } }: OfUser) {
  return (
    <span className={classes.role} data-role={role}>
      {role === 'admin' && <Star size={12} aria-hidden />}
      {roleNames[role]}
    </span>
  )
}
