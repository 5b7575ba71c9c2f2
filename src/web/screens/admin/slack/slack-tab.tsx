import { useSlackStatus } from '#web/api/slack.ts'
import { SyncMembers } from '#web/parts/slack/sync-members.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ChatActions } from './chat-actions.tsx'
import { Configuration } from './configuration.tsx'
import { NotificationList } from './notification-list.tsx'
import * as classes from './slack-tab.module.css'
import { missingText } from './slack-words.ts'
import { StatusTiles } from './status-tiles.tsx'

/** The state of the Slack connection, with buttons to test it. */
export function SlackTab() {
  const query = useSlackStatus()
  return (
    <QueryState
      query={query}
      what="Slack status"
      skeleton={<SkeletonRows count={6} height={64} hasAvatar={false} />}
    >
      {({ data: status }) => (
        <>
          <TabSection title="Slack Integration" text="Check that notifications reach the team's channel.">
            {status.missing.length > 0 && <p className={classes.missing}>{missingText(status)}</p>}
            <StatusTiles status={status} />
            <ChatActions />
          </TabSection>
          <TabSection title="Automatic Notifications" text="Sent to Slack automatically.">
            <NotificationList status={status} />
          </TabSection>
          <TabSection
            title="Configuration"
            text="Tokens and secrets are set on the server and never shown."
            actions={<SyncMembers />}
          >
            <Configuration status={status} />
          </TabSection>
        </>
      )}
    </QueryState>
  )
}
