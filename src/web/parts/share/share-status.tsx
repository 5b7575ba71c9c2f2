import { Check } from 'lucide-react'
import type { ShareStatus } from '#domain/vocabulary.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** The status of a share, in the words that members know. */
export function ShareStatusBadge({ status }: { readonly status: ShareStatus }) {
  if (status === 'completed') {
    return (
      <StatusBadge tone="good">
        <Check size={12} strokeWidth={2.6} aria-hidden />
        Verified
      </StatusBadge>
    )
  }
  if (status === 'rejected') return <StatusBadge tone="bad">Not accepted</StatusBadge>
  return <StatusBadge tone="off">Pending</StatusBadge>
}
