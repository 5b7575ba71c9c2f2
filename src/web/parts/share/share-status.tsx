import { Check } from 'lucide-react'
import type { Share } from '#contract/shares.ts'
import { StatusBadge } from '#web/ui/status-badge.tsx'

/** The status of a share, in the words that members know. What a report made has been counted with it. */
export function ShareStatusBadge({ status, report }: Pick<Share, 'status' | 'report'>) {
  if (report === 'taken_back') return <StatusBadge tone="bad">Taken back</StatusBadge>
  if (report === 'undone') return <StatusBadge tone="off">Undone</StatusBadge>
  if (status === 'rejected') return <StatusBadge tone="bad">Not accepted</StatusBadge>
  if (report === 'live') return <StatusBadge tone="off">Counted with the report</StatusBadge>
  if (status !== 'completed') return <StatusBadge tone="off">Pending</StatusBadge>
  return (
    <StatusBadge tone="good">
      <Check size={12} strokeWidth={2.6} aria-hidden />
      Verified
    </StatusBadge>
  )
}
