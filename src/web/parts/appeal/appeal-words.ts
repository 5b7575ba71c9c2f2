import type { AppealOutcome } from '#contract/ledger.ts'

/** What became of an appeal, in words for the member who made it. */
export function appealWords({
  outcome,
  reason,
}: {
  readonly outcome: AppealOutcome
  readonly reason: string | null
}): string {
  if (outcome === 'open') return 'Appeal open'
  const words = outcome === 'upheld' ? 'Upheld' : 'Given back'
  return reason === null ? words : `${words}: ${reason}`
}
