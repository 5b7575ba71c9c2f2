import type { ShareStatus } from '#domain/vocabulary.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** A share's status in the two words that members see: Verified if it is completed, otherwise Pending. */
export function ShareStatusBadge({ status }: { readonly status: ShareStatus }) {
  return status === 'completed' ? (
    <StatusBadge tone="good">Verified</StatusBadge>
  ) : (
    <StatusBadge tone="waiting">Pending</StatusBadge>
  )
}
