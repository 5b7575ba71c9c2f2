import type { BellLine } from '#contract/bell.ts'
import { platformNames } from '#domain/vocabulary.ts'
import type { Toast } from '#web/ui/toast-queue.ts'

/** The lines about the member's shares that were answered since the lines were read `before`. */
export function newOutcomes(before: readonly BellLine[], now: readonly BellLine[]): BellLine[] {
  const known = new Set(before.map(nameOf))
  // An older line may come up because a newer one has gone. Clocks may stand still between two lines.
  const newest = before.reduce(
    (latest, { audience, at }) => (audience === 'you' && at > latest ? at : latest),
    '',
  )
  return now.filter((line) => isOutcome(line) && line.at >= newest && !known.has(nameOf(line)))
}

export function outcomeToast({ kind, platform, points, reason }: BellLine): Toast {
  const share = platform ? `Your share on ${platformNames[platform]}` : 'Your share'
  if (kind === 'share_not_accepted') {
    return { kind: 'info', title: 'Share not accepted', description: reason ?? share }
  }
  const gain = points > 0 ? ` · +${points.toLocaleString('en-US')}` : ''
  return { kind: 'success', title: `Share verified${gain}`, description: share }
}

function isOutcome({ kind }: BellLine): boolean {
  return kind === 'share_verified' || kind === 'share_not_accepted'
}

function nameOf({ kind, id, at }: BellLine): string {
  return `${kind} ${id} ${at}`
}
