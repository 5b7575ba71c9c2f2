import { type ReactNode, useRef, useState } from 'react'
import type { Webhook } from '#contract/webhooks.ts'
import { useDeleteWebhook, useTestWebhook, useUpdateWebhook } from '#web/api/webhooks.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import { useAttempt } from '#web/parts/form/attempt.ts'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { DataTable, focusRow } from '#web/ui/data-table.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { toast } from '#web/ui/toasts.ts'
import { useOpened } from '#web/ui/use-opened.ts'
import { webhookColumns } from './webhook-columns.tsx'
import { eventsText, hostOf } from './webhook-words.ts'
import * as classes from './webhooks.module.css'

interface WebhookTableProps {
  readonly webhooks: readonly Webhook[]
  readonly onEdit: (webhook: Webhook) => void
  /** Preloads the dialog when its button is pointed at, touched or focused. */
  readonly onIntent: IntentHandlers
  /** Shown when there is no webhook. */
  readonly empty: ReactNode
}

/** The webhooks with their state. */
export function WebhookTable({ webhooks, onEdit, onIntent, empty }: WebhookTableProps) {
  const region = useRef<HTMLDivElement>(null)
  const acts = useWebhookActs()
  const { subject, isOpen, open, close } = useOpened<Webhook>()
  const { mutateAsync: remove } = useDeleteWebhook()
  const deleted = (webhook: Webhook) => {
    const place = webhooks.findIndex(({ id }) => id === webhook.id)
    close()
    toast({ kind: 'success', title: 'Webhook deleted', description: hostOf(webhook) })
    const heading = region.current?.closest('section')?.querySelector('h2') ?? null
    if (webhooks.length > 1) focusRow(region.current, place)
    else heading?.focus()
  }
  const controls = { ...acts, onEdit, onIntent, onDelete: open }
  return (
    <div ref={region} className={classes.card}>
      {acts.failure !== null && <FailureNote text={acts.failure} />}
      {webhooks.length === 0 ? (
        empty
      ) : (
        <DataTable caption="Receivers" columns={webhookColumns(controls)} rows={webhooks} rowName={hostOf} />
      )}
      {subject && (
        <ConfirmDialog
          isOpen={isOpen}
          onClose={close}
          title="Delete Webhook"
          question="Do you want to delete this webhook?"
          subject={`${hostOf(subject)}: ${eventsText(subject.events)}`}
          effects={['What still waits for it is not sent. Its deliveries stay in the log.']}
          words={{ title: 'Failed to delete the webhook', fallback: 'Please try again later.' }}
          act={() => remove(subject.id)}
          onDone={() => deleted(subject)}
        />
      )}
    </div>
  )
}

const words = {
  test: {
    title: 'Test failed',
    fallback: 'The server could not be reached. Check your connection and try again.',
  },
  pause: { title: 'Failed to change the webhook', fallback: 'Please try again later.' },
} as const

/** Sends tests, pauses and resumes, one at a time. */
function useWebhookActs() {
  const [busyId, setBusyId] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync: test } = useTestWebhook()
  const { mutateAsync: update } = useUpdateWebhook()
  const testing = useAttempt(words.test)
  const pausing = useAttempt(words.pause)

  async function run(
    { attempt }: typeof testing,
    { id }: Webhook,
    act: () => Promise<unknown>,
  ): Promise<void> {
    if (busyId !== null) return
    setBusyId(id)
    setFailure(null)
    const outcome = await attempt(act)
    setBusyId(null)
    if (typeof outcome === 'object') setFailure(outcome.inline)
  }

  return {
    failure,
    /** The webhook with a request in flight; null for none. */
    busyId,
    onTest: (webhook: Webhook) =>
      void run(testing, webhook, async () => {
        const { message } = await test(webhook.id)
        toast({ kind: 'success', title: 'Test sent', description: message })
      }),
    onPause: (webhook: Webhook) =>
      void run(pausing, webhook, async () => {
        const isPaused = webhook.pausedAt === null
        await update({ id: webhook.id, body: { isPaused } })
        const title = isPaused ? 'Webhook paused' : 'Webhook resumed'
        toast({ kind: 'success', title, description: hostOf(webhook) })
      }),
  }
}
