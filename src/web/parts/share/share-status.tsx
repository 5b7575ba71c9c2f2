import type { ShareStatus } from '#domain/vocabulary.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** The status of a share, in the words that members know. */
export function ShareStatusBadge({ status }: { readonly status: ShareStatus }) {
  if (status === 'completed') return <StatusBadge tone="good">Verified</StatusBadge>
  if (status === 'rejected') return <StatusBadge tone="off">Not accepted</StatusBadge>
  return <StatusBadge tone="waiting">Pending</StatusBadge>
}
