import { isId, type PostId } from '#domain/ids.ts'
import { type InteractionType, interactionTypes } from '#domain/vocabulary.ts'
import { dropFromTab, keepInTab, readFromTab } from './tab-memory.ts'

/** A report that was not taken because the session was over. */
export interface UnsentReport {
  readonly userId: string
  readonly postId: PostId
  readonly interactionType: InteractionType
  readonly authorName: string
}

const name = 'unsent-report'

export function keepUnsentReport(report: UnsentReport): void {
  keepInTab(name, report)
}

export function dropUnsentReport(): void {
  dropFromTab(name)
}

/** The report that this tab keeps for this member, if there is one. */
export function readUnsentReport(memberId: string): UnsentReport | null {
  const kept = Object(readFromTab(name)) as Partial<Record<keyof UnsentReport, unknown>>
  const { userId, postId, authorName } = kept
  const interactionType = interactionTypes.find((type) => type === kept.interactionType)
  if (
    userId !== memberId ||
    typeof postId !== 'string' ||
    !isId<'post'>(postId) ||
    typeof authorName !== 'string'
  )
    return null
  return interactionType ? { userId: memberId, postId, interactionType, authorName } : null
}
