import { newShare } from '#contract/shares.schema.ts'
import type { NewShareToSend } from '#contract/shares.ts'
import type { InteractionId, ShareId, UserId } from '#domain/ids.ts'
import type { Clock } from '#server/clock.ts'
import { statement } from '#server/db/handle.ts'
import { newId } from '#server/db/new-id.ts'
import type { Deps } from '#server/deps.ts'
import { createAppeal } from '#server/features/appeals/commands.ts'
import { takeBackReport } from '#server/features/interactions/commands.ts'
import { insertCheck } from '#server/features/reports/store.ts'
import { reviewShare, submitShare } from '#server/features/shares/commands.ts'

const hourMs = 3_600_000

interface SampleShare extends NewShareToSend {
  readonly handle: string
  readonly hoursAgo: number
  /** What a moderator answered; without it the share waits. */
  readonly answer?:
    | { readonly status: 'completed' }
    | { readonly status: 'rejected'; readonly reason: string }
}

const shares: readonly SampleShare[] = [
  {
    handle: 'tane.ngata',
    hoursAgo: 75,
    platform: 'linkedin',
    customMessage: 'My notes from the open day, with three photos.',
    shareUrl: 'https://www.linkedin.com/posts/tane-ngata-open-day',
    answer: { status: 'completed' },
  },
  {
    handle: 'kenji.watanabe',
    hoursAgo: 52,
    platform: 'twitter',
    customMessage: 'A thread about closing the books in one day.',
    shareUrl: 'https://x.com/kenji_w/status/184200001',
    answer: {
      status: 'rejected',
      reason: 'The link does not open. Send one that does, and we will look again.',
    },
  },
  {
    handle: 'zoe.brandt',
    hoursAgo: 25,
    platform: 'linkedin',
    customMessage: 'I wrote about our year-end guide for my own network. Three people asked for it.',
    shareUrl: 'https://www.linkedin.com/posts/zoe-brandt-year-end',
  },
  {
    handle: 'seun.adeyemi',
    hoursAgo: 22,
    platform: 'instagram',
    customMessage: 'A story with the new icons and a poll.',
    shareUrl: 'https://www.instagram.com/stories/seun.adeyemi',
  },
  {
    handle: 'mina.vanderberg',
    hoursAgo: 20,
    platform: 'twitter',
    customMessage: 'The cat again, with a note on what one may deduct.',
    shareUrl: 'https://x.com/mina_vdb/status/185900007',
  },
  {
    handle: 'tane.ngata',
    hoursAgo: 16,
    platform: 'youtube',
    customMessage: 'A short about the open day, 40 seconds.',
  },
]

/** What the demo's reviewers find: shares, a check that nobody answered, and an appeal. */
export async function seedReview(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  let pastNow = now
  const clock: Clock = { now: () => pastNow }
  const past: Deps = { ...deps, clock, config: { ...deps.config, slackBotToken: null } }
  const hoursAgo = (hours: number) => {
    pastNow = new Date(now.getTime() - hours * hourMs)
  }
  const moderator = await memberOf(deps, 'tomasz.wojcik')
  const acting = { member: moderator, ip: '127.0.0.1' }
  for (const { handle, hoursAgo: age, answer, ...share } of shares) {
    hoursAgo(age)
    const { id } = await submitShare(past, await memberOf(deps, handle), newShare.parse(share))
    hoursAgo(age - 2)
    if (answer) await reviewShare(past, acting, { id: id satisfies ShareId, review: answer })
  }
  const checked = await latestReport(deps, { handle: 'hana.novakova', type: 'comment' })
  if (checked) {
    const asked = {
      askedAt: new Date(now.getTime() - 126 * hourMs),
      dueAt: new Date(now.getTime() - 6 * hourMs),
    }
    await deps.db.transaction(async (tx) => {
      await insertCheck(tx, { ...checked, id: newId(), cause: 'sample', ...asked })
      tx.announce({ topics: ['checks'], members: [checked.userId] })
    })
  }
  const contested = await latestReport(deps, { handle: 'rafael.monteiro', type: 'comment' })
  if (contested) {
    const { interactionId, userId } = contested
    hoursAgo(9)
    await takeBackReport(past, acting, {
      id: interactionId,
      reason: 'We could not find a comment under this post.',
    })
    hoursAgo(3)
    await createAppeal(past, userId, {
      interactionId,
      text: 'It is a reply to the second comment from the top.',
    })
  }
}

const findMember = statement<{ id: UserId; username: string; displayName: string }>(
  'find_sample_member',
  `select id, username, display_name as "displayName" from users where email = $1`,
)
const findReport = statement<{ interactionId: InteractionId; userId: UserId }>(
  'find_sample_report',
  `select i.id as "interactionId", user_id as "userId" from interactions i join users on users.id = user_id
   where email = $1 and type = $2 and undone_at is null order by reported_at desc limit 1`,
)

async function memberOf({ db }: Deps, handle: string) {
  const [member] = await db.run(findMember, [`${handle}@brightwater.example`])
  if (!member) throw new Error(`The sample team has no ${handle}`)
  return member
}

/** A member's latest report of a type; undefined without one. */
async function latestReport(
  { db }: Deps,
  { handle, type }: { readonly handle: string; readonly type: string },
) {
  const [report] = await db.run(findReport, [`${handle}@brightwater.example`, type])
  return report
}
