import type { CurrentUser } from '#contract/users.ts'
import { roleNames } from '#web/parts/member/role-names.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime, shortDate } from '#web/ui/time-words.ts'
import classes from './who-card.module.css'

/** The member's name, role, joining date and Slack status. */
export function WhoCard({ user }: { readonly user: CurrentUser }) {
  const { displayName, role, createdAt, slackUserId } = user
  return (
    <section className={classes.card} aria-label="About you">
      <UserAvatar person={user} size={64} />
      <div className={classes.who}>
        <p className={classes.line}>
          <bdi className={classes.name}>{displayName}</bdi>
          <span className={classes.role} data-role={role}>
            {roleNames[role]}
          </span>
        </p>
        <p className={classes.joined}>
          Joined{' '}
          <time dateTime={createdAt} title={absoluteTime(createdAt)}>
            {shortDate(createdAt)}
          </time>
        </p>
      </div>
      <p className={classes.slack}>
        {slackUserId === null ? (
          <StatusBadge tone="off">Slack not connected</StatusBadge>
        ) : (
          <StatusBadge tone="good">Slack connected</StatusBadge>
        )}
      </p>
    </section>
  )
}
