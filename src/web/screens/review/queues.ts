import {
  CircleCheck,
  Dices,
  Heart,
  type LucideIcon,
  MessageCircleQuestionMark,
  Share2,
  X,
} from 'lucide-react'
import type { ReviewCounts } from '#contract/review.ts'

/** What `?tab=` says of each list. The first is there without it. */
export const queueNames = ['shares', 'checks', 'appeals', 'reports', 'verified', 'not-accepted'] as const
export type QueueName = (typeof queueNames)[number]

interface QueueEntry {
  readonly name: QueueName
  readonly label: string
  readonly Icon: LucideIcon
  /** How many wait. */
  readonly count?: keyof ReviewCounts
  /** Whether a line sets it apart from those before. */
  readonly isApart?: boolean
}

export const queues: readonly QueueEntry[] = [
  { name: 'shares', label: 'Shares', Icon: Share2, count: 'shares' },
  { name: 'checks', label: 'Checks', Icon: Dices, count: 'checks' },
  { name: 'appeals', label: 'Appeals', Icon: MessageCircleQuestionMark, count: 'appeals' },
  { name: 'reports', label: 'Reports', Icon: Heart },
  { name: 'verified', label: 'Verified', Icon: CircleCheck, isApart: true },
  { name: 'not-accepted', label: 'Not accepted', Icon: X },
]

export function queueOf(tab: string | null): QueueName {
  return queueNames.find((name) => name === tab) ?? queueNames[0]
}
