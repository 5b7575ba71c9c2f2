import { isId, type PostId } from '#domain/ids.ts'
import { type InteractionType, interactionTypes } from '#domain/vocabulary.ts'
import { dropFromTab, keepInTab, readFromTab } from './tab-memory.ts'

/** A report that was refused because the session had ended. */
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

/** The unsent report that this tab keeps for this member; null if there is none. */
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
