import type { ReviewedCheck } from '#contract/review.ts'
import type { InteractionType } from '#domain/vocabulary.ts'
import { shortDay } from '#web/ui/time-words.ts'

const verbs: Readonly<Record<InteractionType, string>> = {
  like: 'like',
  comment: 'comment on',
  share: 'share',
}

/** The question in front of the author's name, and what follows it. */
export function questionWords(
  { type, reportedAt }: ReviewedCheck['interaction'],
  now: Date,
): readonly [before: string, after: string] {
  return [`Did you ${verbs[type]}`, `’s post, ${shortDay(new Date(reportedAt), now)}?`]
}

/** What the fields of an answer are called; null where a tap is enough. */
export function fieldWords(type: InteractionType): { readonly link: string; readonly note: string } | null {
  if (type === 'like') return null
  return { link: `Link to your ${type}`, note: 'Or a word about it' }
}
