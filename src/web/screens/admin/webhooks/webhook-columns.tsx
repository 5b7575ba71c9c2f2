import { Pause, Pencil, Play, Send, Trash2 } from 'lucide-react'
import type { Webhook } from '#contract/webhooks.ts'
import type { IntentHandlers } from '#web/app/lazy.tsx'
import type { Column } from '#web/ui/data-table.tsx'
import { RowButton } from '#web/ui/row-button.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import { absoluteTime } from '#web/ui/time-words.ts'
import { outcomeNames, outcomeTones } from './delivery-words.ts'
import { eventsText, hostOf } from './webhook-words.ts'
import * as classes from './webhooks.module.css'

interface RowControls {
  readonly onEdit: (webhook: Webhook) => void
  readonly onIntent: IntentHandlers
  readonly onTest: (webhook: Webhook) => void
  readonly onPause: (webhook: Webhook) => void
  readonly onDelete: (webhook: Webhook) => void
  /** The webhook with a request in flight; null for none. */
  readonly busyId: string | null
}

export function webhookColumns(controls: RowControls): readonly Column<Webhook>[] {
  return [
    { name: 'Receiver', kind: 'row header', width: 260, cell: (webhook) => hostOf(webhook) },
    { name: 'Events', width: 320, cell: ({ events }) => eventsText(events) },
    { name: 'State', isOnPhone: true, width: 280, cell: (webhook) => <State webhook={webhook} /> },
    { name: 'Last delivery', isOnPhone: true, cell: (webhook) => <LastDelivery webhook={webhook} /> },
    {
      name: 'Actions',
      kind: 'actions',
      cell: (webhook) => <Controls webhook={webhook} controls={controls} />,
    },
  ]
}

function State({ webhook: { pausedAt, pauseReason } }: { readonly webhook: Webhook }) {
  if (pausedAt === null) return <StatusBadge tone="good">Active</StatusBadge>
  return (
    <span className={classes.state}>
      <StatusBadge tone="waiting">Paused</StatusBadge>
      <span className={classes.small}>{pauseReason}</span>
    </span>
  )
}

function LastDelivery({ webhook: { lastDelivery } }: { readonly webhook: Webhook }) {
  if (lastDelivery === null) return <span className={classes.note}>None yet</span>
  const { outcome, status, createdAt } = lastDelivery
  return (
    <span className={classes.state}>
      <span className={classes.outcome}>
        <StatusBadge tone={outcomeTones[outcome]}>{outcomeNames[outcome]}</StatusBadge>
        {status !== null && <span className={classes.note}>{status}</span>}
      </span>
      <time className={classes.small} dateTime={createdAt}>
        {absoluteTime(createdAt)}
      </time>
    </span>
  )
}

interface ControlsProps {
  readonly webhook: Webhook
  readonly controls: RowControls
}

function Controls({ webhook, controls }: ControlsProps) {
  const { onEdit, onIntent, onTest, onPause, onDelete, busyId } = controls
  const host = hostOf(webhook)
  const isPaused = webhook.pausedAt !== null
  const busy = { 'aria-disabled': busyId === webhook.id || undefined }
  return (
    <div className={classes.controls}>
      <RowButton label={`Send test to ${host}`} icon={Send} onClick={() => onTest(webhook)} {...busy} />
      <RowButton
        label={`${isPaused ? 'Resume' : 'Pause'} ${host}`}
        icon={isPaused ? Play : Pause}
        onClick={() => onPause(webhook)}
        {...busy}
      />
      <RowButton
        label={`Edit ${host}`}
        icon={Pencil}
        onClick={() => onEdit(webhook)}
        {...onIntent}
        aria-haspopup="dialog"
      />
      <RowButton
        label={`Delete ${host}`}
        icon={Trash2}
        onClick={() => onDelete(webhook)}
        aria-haspopup="dialog"
      />
    </div>
  )
}
