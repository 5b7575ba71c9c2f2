import { useSlackStatus } from '#web/api/slack.ts'
import { SyncMembers } from '#web/screens/admin/sync-members.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ChatActions } from './chat-actions.tsx'
import { Configuration } from './configuration.tsx'
import { NotificationList } from './notification-list.tsx'
import { StatusTiles } from './status-tiles.tsx'

/** How the product and the team's chat get on, and the buttons to try it. */
export function SlackTab() {
  const query = useSlackStatus()
  return (
    <QueryState
      query={query}
      what="state of Slack"
      skeleton={<SkeletonRows count={6} height={64} hasAvatar={false} />}
    >
      {({ data: status }) => (
        <>
          <TabSection title="Slack Integration" text="Whether the team's channel hears of what happens here.">
            <StatusTiles status={status} />
            <ChatActions />
          </TabSection>
          <TabSection title="Automatic Notifications" text="What the channel is told by itself.">
            <NotificationList status={status} />
          </TabSection>
          <TabSection
            title="Configuration"
            text="Tokens and secrets are set where the product is installed, and never shown."
            actions={<SyncMembers />}
          >
            <Configuration status={status} />
          </TabSection>
        </>
      )}
    </QueryState>
  )
}
