import { uuidv7 } from 'uuidv7'
import { engagementUpdatePayload, newPostPayload } from '#contract/posts.ts'
import { usernameFrom } from '#domain/names.ts'
import type { Person } from '#sandbox/workplace/people.ts'
import type { Clock } from '#server/clock.ts'
import { contests, users } from '#server/db/schema.ts'
import type { Deps } from '#server/deps.ts'
import { reportInteraction } from '#server/features/interactions/commands.ts'
import { newTrackingCode } from '#server/features/users/commands.ts'
import { receiveEngagement, receiveNewPost } from '#server/integrations/socialpilot/commands.ts'
import { runningContest } from './contest.ts'
import { plannedHistory } from './history.ts'
import { samplePeople } from './people.ts'
import { engagementUpdateBody, newPostBody, postedAt, type SamplePost, samplePosts } from './posts.ts'

const memberSinceMs = 40 * 86_400_000

/**
 * Fills an empty workspace with the sample team's last month. Posts and reports go through the product's own commands
 * with the clock set back, so the ledger, totals, streaks and standings are what they would have become.
 */
export async function seedSample(deps: Deps, people: readonly Person[]): Promise<void> {
  const now = deps.clock.now()
  const { timeZone } = deps.config
  let past = now
  const clock: Clock = { now: () => past }
  const then: Deps = { ...deps, clock }
  const members = await insertMembers(deps, people, new Date(now.getTime() - memberSinceMs))
  const { year, month, ...contest } = runningContest(now, timeZone)
  await deps.db.orm
    .insert(contests)
    .values({ id: uuidv7(), ...contest, createdAt: new Date(now.getTime() - memberSinceMs) })
  const history = plannedHistory({ people: samplePeople, posts: samplePosts, now, timeZone })
  const postIds: string[] = []
  for (const post of samplePosts) {
    past = postedAt(post, now)
    postIds.push(await receiveSamplePost(then, post, now))
  }
  for (const { at, handle, postIndex, type: interactionType } of history) {
    const member = members.get(handle)
    const postId = postIds[postIndex]
    if (!member || !postId)
      throw new Error(`The sample history names ${handle} and post ${postIndex}, which are not there`)
    past = at
    await reportInteraction(then, member, { postId, interactionType })
  }
  deps.live.announce({ stale: ['posts', 'contests', 'totals', 'activities'] })
}

async function receiveSamplePost(then: Deps, post: SamplePost, now: Date): Promise<string> {
  const arrival = { deliveryId: null, isByAdmin: false }
  const { data } = await receiveNewPost(then, newPostPayload.parse(newPostBody(post, now)), arrival)
  const numbers = engagementUpdateBody(post)
  if (numbers) await receiveEngagement(then, engagementUpdatePayload.parse(numbers), arrival)
  return data.id
}

async function insertMembers(deps: Deps, people: readonly Person[], createdAt: Date) {
  const members = new Map<string, { id: string; username: string }>()
  for (const person of people) {
    const sample = samplePeople.find(({ handle }) => handle === person.handle)
    const member = { id: uuidv7(), username: usernameFrom(person.name) || person.handle }
    await deps.db.orm.insert(users).values({
      ...member,
      email: person.email,
      avatar: person.avatar,
      role: sample?.role ?? 'user',
      slackTeamId: person.teamId,
      slackUserId: person.id,
      trackingCode: newTrackingCode(),
      reachedAt: createdAt,
      createdAt,
    })
    members.set(person.handle, member)
  }
  return members
}
