import type { ShareStatus } from '#domain/vocabulary.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** How a share stands, in the two words that members know: what is not completed is pending. */
export function ShareStatusBadge({ status }: { readonly status: ShareStatus }) {
  return status === 'completed' ? (
    <StatusBadge tone="good">Verified</StatusBadge>
  ) : (
    <StatusBadge tone="waiting">Pending</StatusBadge>
  )
}
