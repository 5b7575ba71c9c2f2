import { engagementUpdate, engagementUpdatePayload, newPost, newPostPayload } from '#contract/posts.schema.ts'
import { asDay, dayOf, startOfDay } from '#domain/days.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import type { Person } from '#sandbox/workplace/people.ts'
import type { Workplace } from '#sandbox/workplace/workplace.ts'
import type { Clock } from '#server/clock.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import { users } from '#server/db/schema/people.ts'
import type { Deps } from '#server/deps.ts'
import { applaud } from '#server/features/activities/commands.ts'
import { listActivityRows } from '#server/features/activities/store.ts'
import { closeEndedContests, createContest } from '#server/features/contests/commands.ts'
import { markPlaces } from '#server/features/leaderboard/commands.ts'
import { reportInteraction } from '#server/features/reports/commands.ts'
import { changeSetup } from '#server/features/setup/commands.ts'
import { newcomerNames, newTrackingCode } from '#server/features/users/commands.ts'
import { receiveOnce } from '#server/hooks/receive.ts'
import { receiveEngagement, receiveNewPost } from '#server/integrations/socialpilot/commands.ts'
import { plannedApplause } from './applause.ts'
import { sampleContests } from './contests.ts'
import { plannedHistory } from './history.ts'
import { samplePeople } from './people.ts'
import { engagementUpdateBody, newPostBody, postedAt, type SamplePost, samplePosts } from './posts.ts'

/** Where the sample's people and pictures are. */
type Place = Pick<Workplace, 'people' | 'origin'>

type Members = Map<string, { id: UserId; username: string; displayName: string }>

/** How many of the latest lines of activity have applause. */
const applaudedLines = 60
const memberSinceMs = 40 * 86_400_000

/**
 * Fills an empty workspace with the sample team's last month. It runs the product's own commands with the clock set
 * back, so the ledger, totals, streaks and standings are those of a real month.
 */
export async function seedSample(deps: Deps, { people, origin }: Place): Promise<void> {
  const now = deps.clock.now()
  const { timeZone } = deps.config
  let pastNow = now
  const clock: Clock = { now: () => pastNow }
  // Without a bot token the commands leave no notifications: a month of old news must not go to the chat.
  const past: Deps = { ...deps, clock, config: { ...deps.config, slackBotToken: null } }
  const members = await insertMembers(deps, people, new Date(now.getTime() - memberSinceMs))
  await createContests(past, members, (at) => {
    pastNow = at
  })
  const history = plannedHistory({ people: samplePeople, posts: samplePosts, now, timeZone })
  const postIds: PostId[] = []
  for (const post of samplePosts) {
    pastNow = postedAt(post, now)
    postIds.push(await receiveSamplePost(past, post, { now, origin }))
  }
  let lastDay = ''
  for (const { at, handle, postIndex, type: interactionType } of history) {
    const member = members.get(handle)
    const postId = postIds[postIndex]
    if (!member || !postId)
      throw new Error(`The sample history refers to ${handle} and post ${postIndex}, but one does not exist`)
    pastNow = at
    const day = dayOf(at, timeZone)
    if (day !== lastDay) await closeEndedContests(past)
    lastDay = day
    await reportInteraction(past, member, { postId, interactionType })
  }
  pastNow = now
  await closeEndedContests(past)
  await applaudLately(past, members, (at) => {
    pastNow = at
  })
  await markPlaces(past)
  deps.live.announce({ topics: ['posts', 'contests', 'totals', 'streaks', 'activities'] })
}

const setRuleAge = statement(
  'set_age_of_rules',
  'update points_configurations set created_at = $1::timestamptz',
)

/** Makes the points rules of a new database as old as its members. The migration dates them by the database's clock. */
export async function backdateRules({ db, clock }: Deps): Promise<void> {
  await db.run(setRuleAge, [new Date(clock.now().getTime() - memberSinceMs).toISOString()])
}

const setSlackIds = statement(
  'adopt_people',
  `update users set slack_user_id = known.id from unnest($1::text[], $2::text[]) as known (email, id)
   where users.email = known.email`,
)
const moved = (column: string) =>
  `${column} = regexp_replace(${column}, '^http://127[.]0[.]0[.]1:[0-9]+/', $1 || '/')`
const movePeople = statement('adopt_people_pictures', `update users set ${moved('avatar')}`)
const movePosts = statement(
  'adopt_post_pictures',
  `update posts set ${moved('image_url')}, ${moved('author_avatar_url')}`,
)

/**
 * Moves the sample team of a copied database into the current workplace, which listens on a port of its own: the people
 * get the Slack ids that they have there, and the pictures the addresses.
 */
export async function adoptWorkplace({ db }: Deps, { people, origin }: Place): Promise<void> {
  await db.run(setSlackIds, [people.map(({ email }) => email), people.map(({ id }) => id)])
  await db.run(movePeople, [origin])
  await db.run(movePosts, [origin])
}

async function createContests(past: Deps, members: Members, setClock: (at: Date) => void): Promise<void> {
  const now = past.clock.now()
  const admin = samplePeople.find(({ role }) => role === 'admin')
  const member = admin && members.get(admin.handle)
  if (!member) throw new Error('The sample team has no admin')
  for (const contest of sampleContests(now, past.config.timeZone)) {
    setClock(startOfDay(asDay(contest.startDate), past.config.timeZone))
    await createContest(past, { member, ip: '127.0.0.1' }, contest)
  }
  // This team's first hour was long ago.
  await changeSetup(past, { member, ip: '127.0.0.1' }, { hidden: true })
}

/** Lets the team applaud what its activity shows first. */
async function applaudLately(past: Deps, members: Members, setClock: (at: Date) => void): Promise<void> {
  const now = past.clock.now()
  const handles = [...members.keys()]
  const rows = await listActivityRows(past.db, { limit: applaudedLines, after: null, userId: null })
  const lines = rows.flatMap(({ id, userId, type, createdAt: at }) => {
    const handle = handles.find((each) => members.get(each)?.id === userId)
    return handle ? [{ id, handle, at, isBadge: type === 'achievement' }] : []
  })
  const active = samplePeople.filter(({ habit }) => habit !== null).map(({ handle }) => handle)
  for (const { at, handle, line } of plannedApplause({ lines, handles: active, now })) {
    const memberId = members.get(handle)?.id
    const id = lines[line]?.id
    if (!memberId || !id) throw new Error(`The sample applause refers to ${handle} and line ${line}`)
    setClock(at)
    await applaud(past, { id, memberId })
  }
  setClock(now)
}

async function receiveSamplePost(
  past: Deps,
  post: SamplePost,
  when: { now: Date; origin: string },
): Promise<PostId> {
  const body = newPostBody(post, when)
  const arrival = {
    route: newPost.path,
    deliveryId: null,
    sender: 'hook',
    actorId: null,
    tokenName: null,
    ip: '127.0.0.1',
    replayOf: null,
  } as const
  const delivered = { ...arrival, id: newId<'delivery'>(), body }
  const payload = newPostPayload.parse(body)
  const { data } = await receiveOnce(
    past,
    { integration: 'SocialPilot', receive: receiveNewPost },
    payload,
    delivered,
  )
  const numbers = engagementUpdateBody(post)
  if (numbers) {
    const update = engagementUpdatePayload.parse(numbers)
    const report = { ...arrival, id: newId<'delivery'>(), route: engagementUpdate.path, body: numbers }
    await receiveOnce(past, { integration: 'SocialPilot', receive: receiveEngagement }, update, report)
  }
  return data.id
}

async function insertMembers(deps: Deps, people: readonly Person[], createdAt: Date): Promise<Members> {
  const members: Members = new Map()
  for (const person of people) {
    const sample = samplePeople.find(({ handle }) => handle === person.handle)
    const { chatName, ...names } = newcomerNames(person, person.id)
    const member = { id: newId<'user'>(), ...names }
    await deps.db.orm.insert(users).values({
      ...member,
      chatName,
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
