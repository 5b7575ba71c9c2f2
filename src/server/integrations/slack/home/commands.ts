import type { TodayPost } from '#contract/today.ts'
import { anglesFor } from '#domain/angles.ts'
import { contestProgress, countsFor } from '#domain/contests.ts'
import { dayOf } from '#domain/days.ts'
import type { UserId } from '#domain/ids.ts'
import type { Deps } from '#server/deps.ts'
import { findEntry } from '#server/features/boards/store.ts'
import { findStandingsId, listContestRows } from '#server/features/contests/store.ts'
import { findRecentInteractions } from '#server/features/interactions/store.ts'
import { listPrompts } from '#server/features/posts/store.ts'
import { readOwnStreak } from '#server/features/streaks/commands.ts'
import { todayOfMembers } from '#server/features/today/commands.ts'
import { GiveUp, type JobRun } from '#server/jobs/handlers.ts'
import type { JobData } from '#server/jobs/queues.ts'
import type { MessageBlock } from '../blocks/messages.ts'
import { ChatFailure } from '../channel/client.ts'
import { openClient } from '../channel/commands.ts'
import { actorOf, CallRefused, type ChatActor } from '../people/commands.ts'
import { placeOf } from '../presses/commands.ts'
import type { Place } from '../presses/messages.ts'
import { homeBlocks, refusedHome, type Standing, type WaitingPost } from './messages.ts'

const receiptsShown = 5

/** Where a member stands, and what waits for them. */
export async function readStanding(deps: Deps, { id, displayName }: ChatActor): Promise<Standing> {
  const [place, days, streak, contest, [recent]] = await Promise.all([
    placeOf(deps, id),
    todayOfMembers(deps, [id]),
    readOwnStreak(deps, id),
    contestOf(deps, id),
    findRecentInteractions(deps.db, id),
  ])
  const today = days.get(id)
  return {
    displayName,
    place,
    contest,
    pointsToday: today?.pointsToday ?? 0,
    streak: streak.current,
    needsReport: streak.todayNeeds !== null,
    waiting: today?.waiting ?? 0,
    worth: today?.worth ?? 0,
    posts: await withPrompts(deps, id, today?.posts ?? []),
    receipts: (recent?.list ?? []).slice(0, receiptsShown).map((each) => ({
      type: each.interactionType,
      points: each.points,
      authorName: each.authorName,
      atSeconds: Math.floor(Date.parse(each.reportedAt) / 1_000),
    })),
  }
}

/** Posts that wait for a member, with what their authors give the member for a comment. */
export async function withPrompts(
  { db }: Deps,
  userId: UserId,
  posts: readonly TodayPost[],
): Promise<WaitingPost[]> {
  const rows = await listPrompts(db, { postIds: posts.map(({ id }) => id) })
  const promptsOf = new Map(rows.map((row) => [row.id, row]))
  return posts.map((post) => {
    const { question = null, angles = [] } = promptsOf.get(post.id) ?? {}
    return { ...post, question, angles: anglesFor(angles, { postId: post.id, userId }).slice(0, 1) }
  })
}

async function contestOf({ db, clock, config }: Deps, userId: UserId): Promise<Standing['contest']> {
  const now = clock.now()
  const today = dayOf(now, config.timeZone)
  const running = (await listContestRows(db)).find((contest) => countsFor(contest, today))
  if (!running) return null
  const boardId = await findStandingsId(db, running.id)
  const entry = boardId && (await findEntry.first(db, { boardId, userId }))
  const place: Place = { points: entry?.totalPoints ?? 0, rank: entry?.rank ?? null }
  const { daysLeft } = contestProgress(running, now, config.timeZone)
  return { title: running.title, prize: running.prize, daysLeft, place }
}

/** Shows the Home tab to a person, with what the latest press on it did. */
export async function publishHome(
  deps: Deps,
  { slackUserId, notice }: JobData<'chat.home'>,
  { signal }: Pick<JobRun, 'signal'>,
): Promise<void> {
  const client = openClient(deps, signal)
  if (client === null) return
  try {
    const blocks = await actorOf(deps, slackUserId, signal)
      .then((actor) => readStanding(deps, actor))
      .then((standing) =>
        homeBlocks(standing, {
          publicUrl: deps.config.publicUrl,
          notice: (notice?.blocks ?? []) as MessageBlock[],
        }),
      )
      .catch((error: unknown) => {
        if (error instanceof CallRefused) return refusedHome(error.message)
        throw error
      })
    await client.publishHome(slackUserId, blocks)
  } catch (error) {
    if (error instanceof ChatFailure && (error.isHalting || error.kind === 'message'))
      throw new GiveUp(`The Home tab could not be shown: ${error.code}`)
    throw error
  }
}
