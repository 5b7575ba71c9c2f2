import type { SlackStatus } from '#contract/slack.ts'
import { StatusBadge } from '../../../components/status-badge.tsx'
import { slackNotificationText } from '../../../fixed-texts.ts'
import classes from './notification-list.module.css'
import { heldBack } from './slack-words.ts'

/** What the channel is told by itself. */
export function NotificationList({ status }: { readonly status: SlackStatus }) {
  const truth = heldBack(status)
  return (
    <ul className={classes.list} aria-label="Automatic notifications">
      {status.notifications.map(({ name, isEnabled }) => (
        <li key={name} className={classes.line}>
          <span className={classes.name}>{name}</span>
          <StatusBadge tone="good">{slackNotificationText}</StatusBadge>
          {(truth !== '' || !isEnabled) && <span className={classes.truth}>{truth || 'Switched off.'}</span>}
        </li>
      ))}
    </ul>
  )
}
