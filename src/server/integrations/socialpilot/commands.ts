import type { z } from 'zod'
import * as contract from '#contract/posts.ts'
import type { Handle } from '#server/db/handle.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { listPointsRules } from '#server/features/points/store.ts'
import { applyEngagement, findDeliveredPost, savePost } from '#server/features/posts/commands.ts'
import { feedPostOf } from '#server/features/posts/store.ts'
import type { Announcement } from '#server/live/live.ts'
import { deleteHookAnswersBefore, findHookAnswer, insertHookAnswer } from './store.ts'

/** How a delivery came in. */
export interface Arrival {
  /** What its sender calls it; a repeat under the same id gets the original answer. Null when it has no name. */
  readonly deliveryId: string | null
  /** Whether an administrator sent it, and no machine. */
  readonly isByAdmin: boolean
}

type NewPostAnswer = z.output<typeof contract.newPost.answer>
type EngagementAnswer = z.output<typeof contract.engagementUpdate.answer>

interface Outcome<Answer> {
  readonly answer: Answer
  readonly announcement: Announcement | null
}

const receiptLifeMs = 30 * 24 * 3_600_000

/**
 * Takes a post into the feed, or brings a known one up to date. A post that was deleted stays deleted when a machine
 * delivers it again, and comes back when an administrator adds it. With the tag for a manual push nothing is created or
 * changed, and an unknown post is a 404.
 */
export function receiveNewPost(
  deps: Deps,
  delivery: contract.NewPostPayload,
  arrival: Arrival,
): Promise<NewPostAnswer> {
  return answerOnce(
    deps,
    { route: contract.newPost.path, deliveryId: arrival.deliveryId },
    async (tx, now) => {
      if (delivery.campaign_tags.some((tag) => tag.toLowerCase() === contract.manualPushTag)) {
        const pushed = await findDeliveredPost(tx, delivery)
        if (!pushed) throw unknownPost()
        return { answer: await newPostAnswer(tx, { post: pushed, isKnown: true }), announcement: null }
      }
      const { post, outcome } = await savePost(tx, delivery, { now, restoresDeleted: arrival.isByAdmin })
      const isNew = outcome === 'created'
      return {
        answer: await newPostAnswer(tx, { post, isKnown: !isNew }),
        announcement:
          outcome === 'unchanged' ? null : changed([post.id], isNew ? ['posts', 'activities'] : ['posts']),
      }
    },
  )
}

/** Takes over the engagement numbers of every post under an address, or keeps them until their post arrives. */
export function receiveEngagement(
  deps: Deps,
  update: contract.EngagementUpdatePayload,
  { deliveryId }: Arrival,
): Promise<EngagementAnswer> {
  return answerOnce(deps, { route: contract.engagementUpdate.path, deliveryId }, async (tx, now) => {
    // A clock that runs ahead must not make all later numbers look old.
    const statedMs = update.updated_at === null ? now.getTime() : Date.parse(update.updated_at)
    const report = {
      likesCount: update.likes_count,
      commentsCount: update.comments_count,
      sharesCount: update.shares_count,
      viewsCount: update.views_count,
      engagementAt: new Date(Math.min(statedMs, now.getTime())),
    }
    const { outcome, changedPostIds } = await applyEngagement(tx, update.post_url, { report, now })
    return {
      answer: { success: true, outcome },
      announcement: changedPostIds.length > 0 ? changed(changedPostIds, ['posts']) : null,
    }
  })
}

/** Does the work in one transaction with its receipt, and announces it after the commit. */
async function answerOnce<Answer>(
  deps: Deps,
  { route, deliveryId }: { route: string; deliveryId: string | null },
  work: (tx: Handle, now: Date) => Promise<Outcome<Answer>>,
): Promise<Answer> {
  const now = deps.clock.now()
  const { answer, announcement } = await deps.db.transaction(async (tx) => {
    if (deliveryId === null) return work(tx, now)
    const given = await findHookAnswer(tx, { route, deliveryId })
    // Receipts of this route were all written below, from the same type of answer.
    if (given !== null) return { answer: given as Answer, announcement: null }
    const done = await work(tx, now)
    await insertHookAnswer(tx, { route, deliveryId }, { answer: done.answer, at: now })
    await deleteHookAnswersBefore(tx, new Date(now.getTime() - receiptLifeMs))
    return done
  })
  if (announcement) deps.live.announce(announcement)
  return answer
}

async function newPostAnswer(
  tx: Handle,
  { post, isKnown }: { post: Parameters<typeof feedPostOf>[0]; isKnown: boolean },
): Promise<NewPostAnswer> {
  const { data } = contract.newPost.answer.shape
  // Only what the shape names is kept in the receipt.
  return { success: true, duplicate: isKnown, data: data.parse(feedPostOf(post, await listPointsRules(tx))) }
}

function changed(postIds: readonly string[], stale: NonNullable<Announcement['stale']>): Announcement {
  return { stale, messages: postIds.map((postId) => ({ type: 'ENGAGEMENT_UPDATE', data: { postId } })) }
}

function unknownPost(): AppError {
  const message = 'No post is known under this address'
  return new AppError('unknown', message, { issues: [{ path: 'post_url', message }] })
}
