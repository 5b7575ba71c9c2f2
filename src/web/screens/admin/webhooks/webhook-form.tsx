import '#web/ui/library-styles.ts'
import { Checkbox, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { MadeWebhook, Webhook } from '#contract/webhooks.ts'
import { type WebhookEvent, webhookEvents } from '#domain/webhooks.ts'
import { useCreateWebhook, useUpdateWebhook } from '#web/api/webhooks.ts'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { eventWords, hostOf } from './webhook-words.ts'
import * as classes from './webhooks.module.css'

interface Fields {
  readonly url: string
  readonly events: WebhookEvent[]
}

const noFields: Fields = { url: '', events: [] }
const fallback = 'Please try again later.'

interface NewWebhookProps {
  readonly onClose: () => void
  readonly onMade: (made: MadeWebhook) => void
}

export function NewWebhook({ onClose, onMade }: NewWebhookProps) {
  const { mutateAsync } = useCreateWebhook()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/webhooks.schema.ts')).createWebhook.body,
    opened: noFields,
    fieldsOf: (fields: Fields): Fields => fields,
    save: async (body) => (await mutateAsync(body)).data,
    words: { title: 'Failed to add the webhook', fallback },
    onSaved: (made) => {
      onMade(made)
      return { kind: 'success', title: 'Webhook added', description: 'Store its secret now.' }
    },
  })
  return (
    <SavedForm saved={saved} submit="Add Webhook" pending="Adding…" onCancel={onClose}>
      <WebhookFields form={saved.form} />
    </SavedForm>
  )
}

interface EditedWebhookProps {
  readonly webhook: Webhook
  readonly onClose: () => void
}

export function EditedWebhook({ webhook, onClose }: EditedWebhookProps) {
  const { mutateAsync } = useUpdateWebhook()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/webhooks.schema.ts')).updateWebhook.body,
    opened: webhook,
    fieldsOf: ({ url, events }: Webhook): Fields => ({ url, events }),
    // What nobody touched is not sent, so somebody else's change of it stays.
    inputOf: ({ url, events }, seen) => ({
      ...(url !== seen.url && { url }),
      ...(String(events) !== String(seen.events) && { events }),
    }),
    save: (body) => mutateAsync({ id: webhook.id, body }),
    words: { title: 'Failed to save the webhook', fallback },
    onSaved: ({ data }) => {
      onClose()
      return { kind: 'success', title: 'Webhook saved', description: hostOf(data) }
    },
  })
  return (
    <SavedForm saved={saved} submit="Save Changes" pending="Saving…" onCancel={onClose}>
      <WebhookFields form={saved.form} />
    </SavedForm>
  )
}

function WebhookFields({ form }: { readonly form: UseFormReturnType<Fields> }) {
  // The first box stands for the group where a refusal moves the focus.
  const { value, onChange, error, ...ofGroup } = form.getInputProps('events')
  const inOrder = (chosen: string[]) => onChange(webhookEvents.filter((event) => chosen.includes(event)))
  return (
    <>
      <TextInput
        label="Address"
        description="Starts with https://. Messages are posted here."
        required
        type="url"
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" required value={value} onChange={inOrder} error={error}>
        <div className={classes.events}>
          {webhookEvents.map((event, nth) => (
            <Checkbox
              key={event}
              value={event}
              label={eventWords[event].name}
              description={eventWords[event].meaning}
              {...(nth === 0 && ofGroup)}
            />
          ))}
        </div>
      </Checkbox.Group>
    </>
  )
}
