import { paths } from '#contract/paths.ts'
import { reasonLimit } from '#contract/review.ts'
import { chatActionIds } from '#domain/chat-actions.ts'
import type { AppealId, ShareId } from '#domain/ids.ts'
import { titleOf } from '#domain/posts.ts'
import { type AppealDecision, type Platform, platformNames, type ShareStatus } from '#domain/vocabulary.ts'
import {
  actions,
  button,
  type ChatMessage,
  type Dialog,
  header,
  link,
  links,
  type MessageBlock,
  oneLine,
  openLink,
  points,
  quoted,
  section,
} from '../blocks/messages.ts'

interface WaitingShare {
  readonly id: ShareId
  readonly displayName: string
  readonly platform: Platform
  readonly customMessage: string | null
  readonly shareUrl: string | null
  /** What it earns, or has earned. */
  readonly worth: number
  readonly status: ShareStatus
  readonly reason: string | null
  readonly reviewerName: string | null
}

/** A share for its reviewers: with buttons while it waits, and with the decision after that. */
export function shareReviewMessage(share: WaitingShare, publicUrl: string): ChatMessage {
  const news = `${oneLine(share.displayName, 'name')} submitted a share on ${platformNames[share.platform]}.`
  return {
    text: news,
    blocks: [
      header('A share to review'),
      section(`${news} It is worth ${points(share.worth)}.`),
      ...quoted(share.customMessage),
      ...shareState(share),
      links(link(publicUrl + paths.review, 'Open the review page'), openLink(share.shareUrl)),
    ],
  }
}

function shareState({ id, status, reason, reviewerName }: WaitingShare): MessageBlock[] {
  const by = reviewerName === null ? '' : ` by ${oneLine(reviewerName, 'name')}`
  if (status === 'completed') return [section(`:white_check_mark: Verified${by}.`)]
  if (status === 'rejected')
    return [section(`:no_entry: Not accepted${by}.${reason ? ` ${oneLine(reason, 'line')}` : ''}`)]
  return [
    actions(
      button('Verify', { action_id: chatActionIds.verify, value: id, style: 'primary' }),
      button('Not accepted', { action_id: chatActionIds.reject, value: id }),
    ),
  ]
}

interface WaitingAppeal {
  readonly id: AppealId
  readonly memberName: string
  readonly reviewerName: string
  readonly deciderName: string | null
  readonly content: string | null
  readonly reason: string
  readonly text: string
  readonly decision: AppealDecision | null
  readonly decisionReason: string | null
}

/** An appeal for its reviewers, in the same way. */
export function appealReviewMessage(appeal: WaitingAppeal, publicUrl: string): ChatMessage {
  const news = `${oneLine(appeal.memberName, 'name')} appeals against a decision of ${oneLine(appeal.reviewerName, 'name')}.`
  const title = titleOf(appeal.content ?? '')
  return {
    text: news,
    blocks: [
      header('An appeal to decide'),
      section(
        news,
        ...(title === '' ? [] : [`About: ${oneLine(title, 'title')}`]),
        `The reason was: ${oneLine(appeal.reason, 'line')}`,
      ),
      ...quoted(appeal.text),
      ...appealState(appeal),
      links(link(publicUrl + paths.review, 'Open the review page')),
    ],
  }
}

function appealState({ id, decision, decisionReason, deciderName }: WaitingAppeal): MessageBlock[] {
  if (decision === null) {
    return [
      actions(
        button('Give back', { action_id: chatActionIds.giveBack, value: id, style: 'primary' }),
        button('Keep the decision', { action_id: chatActionIds.uphold, value: id }),
      ),
    ]
  }
  const by = deciderName === null ? '' : ` by ${oneLine(deciderName, 'name')}`
  const what =
    decision === 'given_back' ? ':white_check_mark: Given back' : ':no_entry: The decision stands, decided'
  return [section(`${what}${by}. ${oneLine(decisionReason ?? '', 'line')}`)]
}

/** The field of a dialog, as its errors name it. */
export const reasonBlock = 'reason'
export const dialogId = 'reason'

/** What a dialog decides; it comes back with the reason. */
export interface Deciding {
  readonly kind: 'reject' | 'give-back' | 'uphold'
  readonly id: ShareId | AppealId
}

const titles = {
  reject: ['Not accepted', 'The member reads it, and may appeal.'],
  'give-back': ['Give back', 'The member reads it.'],
  uphold: ['Keep the decision', 'The member reads it. An appeal is decided once.'],
} as const

/** The dialog that asks for the reason of a decision. */
export function reasonDialog(deciding: Deciding): Dialog {
  const [title, hint] = titles[deciding.kind]
  return {
    type: 'modal',
    callback_id: dialogId,
    private_metadata: JSON.stringify(deciding),
    title: { type: 'plain_text', text: title },
    submit: { type: 'plain_text', text: title },
    close: { type: 'plain_text', text: 'Cancel' },
    blocks: [
      {
        type: 'input',
        block_id: reasonBlock,
        label: { type: 'plain_text', text: 'Reason' },
        hint: { type: 'plain_text', text: hint },
        element: {
          type: 'plain_text_input',
          action_id: reasonBlock,
          multiline: true,
          max_length: reasonLimit,
        },
      },
    ],
  }
}
