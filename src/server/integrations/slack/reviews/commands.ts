import { z } from 'zod'
import { reason as reasonField } from '#contract/review.schema.ts'
import { type AppealId, asId, isId, type ShareId } from '#domain/ids.ts'
import { permissionVerdict } from '#domain/permissions.ts'
import type { Acting } from '#server/access/audit.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { decideAppeal } from '#server/features/appeals/commands.ts'
import { findNamedAppeal } from '#server/features/appeals/store.ts'
import { findReviewShare } from '#server/features/review/store.ts'
import { reviewShare, termsOf, worthIfVerified } from '#server/features/shares/commands.ts'
import type { ChatMessage } from '../blocks/messages.ts'
import { ChatFailure } from '../channel/client.ts'
import { openClient } from '../channel/commands.ts'
import { actorOf, CallRefused, type ChatActor } from '../people/commands.ts'
import { wordsMessage } from '../presses/messages.ts'
import {
  appealReviewMessage,
  type Deciding,
  reasonBlock,
  reasonDialog,
  shareReviewMessage,
} from './messages.ts'

/** A share as its reviewers see it; null if there is none, or if its member is disabled. */
export async function composeShare({ db, config }: Deps, id: ShareId): Promise<ChatMessage | null> {
  const row = await findReviewShare.first(db, { id })
  if (!row) return null
  const worth = row.status === 'completed' ? row.points : worthIfVerified(row, await termsOf(db))
  return shareReviewMessage({ ...row, worth }, config.publicUrl)
}

/** An appeal as its reviewers see it; null if there is none. */
export async function composeAppeal({ db, config }: Deps, id: AppealId): Promise<ChatMessage | null> {
  const row = await findNamedAppeal.first(db, { id })
  return row && appealReviewMessage(row, config.publicUrl)
}

interface Verifying {
  readonly actor: ChatActor
  readonly ip: string
  readonly shareId: ShareId
}

/** Verifies a share for a reviewer. One that is verified already stays so. */
export async function verifyShare(deps: Deps, { actor, ip, shareId }: Verifying): Promise<ChatMessage> {
  assertReviewer(actor)
  const before = await findReviewShare.first(deps.db, { id: shareId })
  if (before?.status === 'completed') return wordsMessage('This share is already verified.')
  if (before?.status === 'rejected')
    throw new CallRefused(
      'Somebody has decided already: this share was not accepted. Change that on the review page.',
    )
  const share = await reviewShare(deps, actingOf(actor, ip), { id: shareId, review: { status: 'completed' } })
  return wordsMessage(`Verified. The share is worth ${share.points} points.`)
}

interface Asking {
  readonly actor: ChatActor
  readonly action:
    | { readonly kind: 'reject'; readonly shareId: ShareId }
    | { readonly kind: 'give-back' | 'uphold'; readonly appealId: AppealId }
  readonly triggerId: string | null
}

const pressAgain = 'The window for the reason could not be opened in time. Press the button again.'

/** Opens the dialog for the reason of a decision. */
export async function askForReason(deps: Deps, { actor, action, triggerId }: Asking): Promise<void> {
  assertReviewer(actor)
  const client = openClient(deps)
  if (client === null || triggerId === null) throw new CallRefused(pressAgain)
  const id = 'shareId' in action ? action.shareId : action.appealId
  try {
    await client.openDialog(triggerId, reasonDialog({ kind: action.kind, id }))
  } catch (error) {
    // Nobody can wait for another attempt: what opens the dialog lasts for three seconds.
    if (error instanceof ChatFailure && !error.isHalting)
      throw new CallRefused(`${pressAgain} (${error.code})`)
    throw error
  }
}

/** What somebody wrote into the dialog. */
export interface Submission {
  readonly slackUserId: string
  readonly metadata: string
  readonly reason: string
  readonly ip: string
}

const deciding = z.object({ kind: z.enum(['reject', 'give-back', 'uphold']), id: z.string().refine(isId) })

/** Decides with the reason of a dialog. Returns the errors by field; null once it is decided. */
export async function decideInDialog(deps: Deps, submission: Submission) {
  const errors = (message: string) => ({ [reasonBlock]: message })
  try {
    const asked = deciding.parse(JSON.parse(submission.metadata)) as Deciding
    const written = reasonField.safeParse(submission.reason)
    if (!written.success) return errors(written.error.issues[0]?.message ?? 'Reason is required')
    const actor = await actorOf(deps, submission.slackUserId)
    assertReviewer(actor)
    await decide(deps, { asked, actor, reason: written.data, ip: submission.ip })
    return null
  } catch (error) {
    if (error instanceof AppError || error instanceof CallRefused) return errors(error.message)
    if (error instanceof ChatFailure) return errors('Slack did not answer. Try again.')
    throw error
  }
}

interface Decision {
  readonly asked: Deciding
  readonly actor: ChatActor
  readonly reason: string
  readonly ip: string
}

/** A repeat finds its own decision, and changes nothing. */
async function decide(deps: Deps, { asked, actor, reason, ip }: Decision): Promise<void> {
  const acting = actingOf(actor, ip)
  if (asked.kind !== 'reject') {
    const decision = asked.kind === 'uphold' ? 'upheld' : 'given_back'
    const id = asId<'appeal'>(asked.id)
    const before = await findNamedAppeal.first(deps.db, { id })
    if (before?.decision === decision && before.decisionReason === reason) return
    await decideAppeal(deps, acting, { id, decision, reason })
    return
  }
  const id = asId<'share'>(asked.id)
  const before = await findReviewShare.first(deps.db, { id })
  if (before?.status === 'rejected' && before.reason === reason) return
  if (before?.status === 'rejected' || before?.status === 'completed')
    throw new CallRefused('Somebody else has decided already.')
  await reviewShare(deps, acting, { id, review: { status: 'rejected', reason } })
}

function assertReviewer({ role }: ChatActor): void {
  if (permissionVerdict({ kind: 'member', role }, 'review') !== 'ok')
    throw new CallRefused('Only moderators and administrators can decide this.')
}

function actingOf(actor: ChatActor, ip: string): Acting & { readonly member: ChatActor } {
  return { member: actor, ip }
}
