import type { ShareStatus } from '#domain/vocabulary.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** A share's status in the two words that members see: Verified if it is completed, otherwise Pending. */
export function ShareStatusBadge({ status }: { readonly status: ShareStatus }) {
  if (status === 'completed') return <StatusBadge tone="good">Verified</StatusBadge>
  if (status === 'rejected') return <StatusBadge tone="off">Not accepted</StatusBadge>
  return <StatusBadge tone="waiting">Pending</StatusBadge>
}
