import { useSocialpilotSetup } from '#web/api/socialpilot.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ConfigurationStatus } from './configuration-status.tsx'
import { DeliveryLog } from './delivery-log.tsx'
import { OutgoingWebhooks } from './outgoing-webhooks.tsx'
import { WebhookTester } from './webhook-tester.tsx'

/** Tests the incoming webhooks, manages the outgoing ones and shows the delivery log. */
export function WebhooksTab() {
  const setup = useSocialpilotSetup()
  const skeleton = <SkeletonRows count={4} hasAvatar={false} />
  return (
    <>
      <TabSection
        title="Webhook Tester"
        text="Send samples to the webhooks of this workspace. They are logged and earn no points."
      >
        <QueryState query={setup} what="webhook set-up" skeleton={skeleton}>
          {({ data }) => <WebhookTester setup={data} />}
        </QueryState>
      </TabSection>
      <TabSection title="Configuration Status">
        <QueryState query={setup} what="webhook set-up" skeleton={skeleton}>
          {({ data }) => <ConfigurationStatus setup={data} />}
        </QueryState>
      </TabSection>
      <OutgoingWebhooks />
      <DeliveryLog />
    </>
  )
}
