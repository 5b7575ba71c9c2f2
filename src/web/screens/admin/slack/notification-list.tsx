import type { SlackStatus } from '#contract/slack.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import * as classes from './notification-list.module.css'
import { heldBack } from './slack-words.ts'

/** The automatic Slack notifications. Each one always reads Enabled; the text beside it says what holds it back. */
export function NotificationList({ status }: { readonly status: SlackStatus }) {
  const truth = heldBack(status)
  return (
    <ul className={classes.list} aria-label="Automatic notifications">
      {status.notifications.map(({ name, isEnabled }) => (
        <li key={name} className={classes.line}>
          <span className={classes.name}>{name}</span>
          <StatusBadge tone="good">Enabled</StatusBadge>
          {(truth !== '' || !isEnabled) && <span className={classes.truth}>{truth || 'Switched off.'}</span>}
        </li>
      ))}
    </ul>
  )
}
