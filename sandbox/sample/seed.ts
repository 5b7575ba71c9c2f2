import { uuidv7 } from 'uuidv7'
import { engagementUpdate, engagementUpdatePayload, newPost, newPostPayload } from '#contract/posts.ts'
import { dayOf, startOfDay } from '#domain/days.ts'
import { usernameFrom } from '#domain/names.ts'
import type { Person } from '#sandbox/workplace/people.ts'
import type { Clock } from '#server/clock.ts'
import { statement } from '#server/db/handle.ts'
import { users } from '#server/db/schema/people.ts'
import type { Deps } from '#server/deps.ts'
import { closeEndedContests, createContest } from '#server/features/contests/commands.ts'
import { reportInteraction } from '#server/features/interactions/commands.ts'
import { newTrackingCode } from '#server/features/users/commands.ts'
import { receiveOnce } from '#server/hooks/receive.ts'
import { receiveEngagement, receiveNewPost } from '#server/integrations/socialpilot/commands.ts'
import { sampleContests } from './contests.ts'
import { plannedHistory } from './history.ts'
import { samplePeople } from './people.ts'
import { engagementUpdateBody, newPostBody, postedAt, type SamplePost, samplePosts } from './posts.ts'

type Members = Map<string, { id: string; username: string }>

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
  // What happened before anybody looked is no news for the chat.
  const then: Deps = { ...deps, clock, config: { ...deps.config, slackBotToken: null } }
  const members = await insertMembers(deps, people, new Date(now.getTime() - memberSinceMs))
  await createContests(then, members, (at) => {
    past = at
  })
  const history = plannedHistory({ people: samplePeople, posts: samplePosts, now, timeZone })
  const postIds: string[] = []
  for (const post of samplePosts) {
    past = postedAt(post, now)
    postIds.push(await receiveSamplePost(then, post, now))
  }
  let lastDay = ''
  for (const { at, handle, postIndex, type: interactionType } of history) {
    const member = members.get(handle)
    const postId = postIds[postIndex]
    if (!member || !postId)
      throw new Error(`The sample history names ${handle} and post ${postIndex}, which are not there`)
    past = at
    const day = dayOf(at, timeZone)
    if (day !== lastDay) await closeEndedContests(then)
    lastDay = day
    await reportInteraction(then, member, { postId, interactionType })
  }
  past = now
  await closeEndedContests(then)
  deps.live.announce({ topics: ['posts', 'contests', 'totals', 'streaks', 'activities'] })
}

const setRuleAge = statement(
  'set_age_of_rules',
  'update points_configurations set created_at = $1::timestamptz',
)

/** Makes the rules of a new database as old as the sample team: a migration dates them by the database's own clock. */
export async function backdateRules({ db, clock }: Deps): Promise<void> {
  await db.run(setRuleAge, [new Date(clock.now().getTime() - memberSinceMs).toISOString()])
}

const setSlackIds = statement(
  'adopt_people',
  `update users set slack_user_id = known.id from unnest($1::text[], $2::text[]) as known (email, id)
   where users.email = known.email`,
)

/** Gives the sample team of a copied database the ids that the people have in the workplace of today. */
export async function adoptPeople({ db }: Deps, people: readonly Person[]): Promise<void> {
  await db.run(setSlackIds, [people.map(({ email }) => email), people.map(({ id }) => id)])
}

async function createContests(then: Deps, members: Members, setClock: (at: Date) => void): Promise<void> {
  const now = then.clock.now()
  const admin = samplePeople.find(({ role }) => role === 'admin')
  const member = admin && members.get(admin.handle)
  if (!member) throw new Error('The sample team has no admin')
  for (const contest of sampleContests(now, then.config.timeZone)) {
    setClock(startOfDay(contest.startDate, then.config.timeZone))
    await createContest(then, { member, ip: '127.0.0.1' }, contest)
  }
}

async function receiveSamplePost(then: Deps, post: SamplePost, now: Date): Promise<string> {
  const body = newPostBody(post, now)
  const arrival = {
    route: newPost.path,
    deliveryId: null,
    sender: 'hook',
    actorId: null,
    ip: '127.0.0.1',
    replayOf: null,
  } as const
  const delivered = { ...arrival, id: uuidv7(), body }
  const payload = newPostPayload.parse(body)
  const { data } = await receiveOnce(then, { receive: receiveNewPost }, payload, delivered)
  const numbers = engagementUpdateBody(post)
  if (numbers) {
    const update = engagementUpdatePayload.parse(numbers)
    const report = { ...arrival, id: uuidv7(), route: engagementUpdate.path, body: numbers }
    await receiveOnce(then, { receive: receiveEngagement }, update, report)
  }
  return data.id
}

async function insertMembers(deps: Deps, people: readonly Person[], createdAt: Date): Promise<Members> {
  const members: Members = new Map()
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
