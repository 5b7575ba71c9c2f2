import { Pool } from 'pg'
import { uuidv7 } from 'uuidv7'
import { answerRequests } from './child-process.ts'

/** Only writes the rows of reports: there is no request, rule, session or refusal. */
export type RawReportRequests = {
  connect(to: { databaseUrl: string; poolSize: number }): Promise<void>
  /** Creates one writer for each member, with its own posts. */
  prepare(input: { memberIds: string[]; postIds: string[]; contestId: string }): void
  /** All writers work concurrently until the time is up, each with one report after the other. */
  write(durationMs: number): Promise<{ perSecond: number }>
}

const types = ['like', 'comment', 'share']
const points = [15, 20, 30]

const text = `with fresh as (
    insert into interactions (id, user_id, post_id, type, platform, points, day, reported_at)
    values ($1, $2, $3, $4, 'linkedin', $5::int, current_date, now())
  ), entry as (
    insert into ledger (id, user_id, amount, reason, subject_id, day, created_at)
    values ($6, $2, $5::int, 'interaction', $1, current_date, now())
  ), line as (
    insert into activities (id, user_id, type, description, points, platform, subject_id, created_at)
    values ($7, $2, 'interaction', 'Liked a LinkedIn post by Brightwater', $5::int, 'linkedin', $1, now())
  ), own_share as (
    insert into shares (id, user_id, interaction_id, platform, content_type, share_url, created_at)
    select $8::uuid, $2::uuid, $1::uuid, 'linkedin', 'company_post', 'https://posts.example/', now() where $4 = 'share'
  ), place as (
    insert into standings (contest_id, user_id, points, shares, engagements, reached_at)
    values ($9, $2, $5::int, ($4 = 'share')::int, 1, now())
    on conflict (contest_id, user_id) do update set points = standings.points + excluded.points,
      shares = standings.shares + excluded.shares, engagements = standings.engagements + 1,
      reached_at = excluded.reached_at
  )
  update users set total_points = total_points + $5::int, total_shares = total_shares + ($4 = 'share')::int,
    total_engagements = total_engagements + 1, reached_at = now(), streak_last_day = current_date,
    current_streak = 1, longest_streak = greatest(longest_streak, 1)
  where id = $2`

interface Writer {
  readonly memberId: string
  readonly postIds: readonly string[]
  written: number
}

let pool: Pool | null = null
let writers: Writer[] = []
let contestId = ''

const requests: RawReportRequests = {
  connect: async ({ databaseUrl, poolSize }) => {
    pool = new Pool({ connectionString: databaseUrl, max: poolSize })
  },
  prepare: (input) => {
    const postsPerMember = Math.floor(input.postIds.length / input.memberIds.length)
    contestId = input.contestId
    writers = input.memberIds.map((memberId, index) => ({
      memberId,
      postIds: input.postIds.slice(index * postsPerMember, (index + 1) * postsPerMember),
      written: 0,
    }))
  },
  write: async (durationMs) => {
    const startedAtMs = performance.now()
    let written = 0
    const writeUntilEnd = async (writer: Writer) => {
      while (performance.now() - startedAtMs < durationMs) {
        await pool?.query({ name: 'raw_report', text, values: nextReport(writer) })
        written++
      }
    }
    await Promise.all(writers.map(writeUntilEnd))
    return { perSecond: (written / (performance.now() - startedAtMs)) * 1_000 }
  },
}

/** Each writer likes, comments on and shares each of its posts. */
function nextReport(writer: Writer): (string | number | undefined)[] {
  const n = writer.written++
  const postId = writer.postIds[Math.floor(n / types.length)]
  if (postId === undefined) throw new Error('There are too few posts')
  const ids = { interaction: uuidv7(), entry: uuidv7(), line: uuidv7(), share: uuidv7() }
  return [
    ids.interaction,
    writer.memberId,
    postId,
    types[n % types.length],
    points[n % points.length],
    ids.entry,
    ids.line,
    ids.share,
    contestId,
  ]
}

answerRequests(requests, () => pool?.end())
