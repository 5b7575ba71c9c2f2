import { Button } from '@mantine/core'
import { Plus, Webhook as WebhookIcon } from 'lucide-react'
import { useState } from 'react'
import type { MadeWebhook, Webhook } from '#contract/webhooks.ts'
import { useWebhooks } from '#web/api/webhooks.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { WebhookSecret } from './webhook-secret.tsx'
import { WebhookTable } from './webhook-table.tsx'

const dialog = lazyDialog(async () => (await import('./webhook-dialog.tsx')).WebhookDialog)

/** The addresses of other systems that are told of events, and what can be done with each. */
export function OutgoingWebhooks() {
  const query = useWebhooks()
  const { subject, opening, isOpen, open, close } = useOpened<Webhook>()
  const [made, setMade] = useState<MadeWebhook | null>(null)
  const start = (webhook: Webhook | null) => {
    setMade(null)
    open(webhook)
  }
  return (
    <TabSection
      title="Outgoing Webhooks"
      text="Tell other systems what happens here. Each message is signed with the secret of its webhook."
      actions={
        <Button
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => start(null)}
          {...dialog.onIntent}
          aria-haspopup="dialog"
        >
          Add Webhook
        </Button>
      }
    >
      <QueryState
        query={query}
        what="outgoing webhooks"
        skeleton={<SkeletonRows count={2} height={56} hasAvatar={false} />}
      >
        {({ data }) => (
          <WebhookTable
            webhooks={data}
            onEdit={start}
            onIntent={dialog.onIntent}
            empty={
              <EmptyState
                icon={WebhookIcon}
                title="No outgoing webhooks"
                text="Add one. It is told of what happens from then on."
              />
            }
          />
        )}
      </QueryState>
      {made && !isOpen && <WebhookSecret made={made} />}
      <dialog.Dialog
        isOpen={isOpen}
        onClose={close}
        webhook={subject}
        opening={opening}
        made={made}
        onMade={setMade}
      />
    </TabSection>
  )
}
