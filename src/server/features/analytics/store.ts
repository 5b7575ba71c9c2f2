import type { Analytics } from '#contract/analytics.ts'
import type { Day } from '#domain/days.ts'
import type { Platform } from '#domain/vocabulary.ts'
import { type Db, statement, type Tx } from '#server/db/handle.ts'

/** All shares on one platform. */
export interface PlatformShares {
  readonly platform: Platform
  readonly shares: number
  readonly points: number
  readonly engagement: number
}

interface Totals {
  readonly users: number
  readonly posts: number
  /** Likes, comments and shares of the posts together. */
  readonly postEngagement: number
}

type DayReports = Analytics['reportsPerDay'][number]
type WeekMembers = Analytics['activeMembersPerWeek'][number]
type TopPost = Analytics['topPosts'][number]

const engagementOfPost = '(likes_count::bigint + comments_count + shares_count)'
// A double holds every sum that can come of these exactly, and both engines hand it over as a number.
const listPlatforms = statement<PlatformShares>(
  'list_shares_by_platform',
  `select platform, count(*)::int as shares, sum(points)::float8 as points, sum(engagements)::float8 as engagement
   from shares group by platform order by shares desc, platform`,
)
const readTotals = statement<Totals>(
  'count_users_and_posts',
  `select (select count(*)::int from users where disabled_at is null) as users, count(*)::int as posts,
     coalesce(sum(${engagementOfPost}), 0)::float8 as "postEngagement"
   from posts where deleted_at is null`,
)
const listDays = statement<DayReports>(
  'count_reports_by_day',
  `select day::text as day, count(*) filter (where type = 'like')::int as likes,
     count(*) filter (where type = 'comment')::int as comments,
     count(*) filter (where type = 'share')::int as shares
   from interactions where undone_at is null and day between $1::date and $2::date group by interactions.day`,
)
// A member's days of one week become one row before the weeks are counted: the fewer there are to sort.
const listWeeks = statement<WeekMembers>(
  'count_members_by_week',
  `select monday::text as monday, count(*)::int as members
   from (select distinct day - (extract(isodow from day)::int - 1) as monday, user_id
     from interactions where undone_at is null and day between $1::date and $2::date) as active
   group by active.monday`,
)
const listTop = statement<TopPost>(
  'list_top_posts',
  `with top as (select id, platform, author_name as "authorName", content, original_post_date,
       ${engagementOfPost}::float8 as engagements
     from posts where deleted_at is null
     order by ${engagementOfPost} desc, original_post_date desc, id limit $1)
   select top.id, platform, "authorName", content, engagements, coalesce(reports, 0)::int as reports
   from top left join (select post_id, count(*) as reports from interactions
     where undone_at is null and post_id in (select id from top) group by post_id) as told on told.post_id = top.id
   order by engagements desc, original_post_date desc, top.id`,
)

/** The platforms with shares, those with the most first. */
export function listSharesByPlatform(db: Db | Tx): Promise<PlatformShares[]> {
  return db.run(listPlatforms, [])
}

export async function getTotals(db: Db | Tx): Promise<Totals> {
  const [totals] = await db.run(readTotals, [])
  if (!totals) throw new Error('An aggregate answered no row')
  return totals
}

/** Live reports of each day that has some, both ends included, in no order. */
export function countReportsByDay(db: Db | Tx, from: Day, to: Day): Promise<DayReports[]> {
  return db.run(listDays, [from, to])
}

/** Members with live reports in each week that has some, both ends included, in no order. */
export function countMembersByWeek(db: Db | Tx, from: Day, to: Day): Promise<WeekMembers[]> {
  return db.run(listWeeks, [from, to])
}

/** The posts with the most likes, comments and shares, those first and of equals the newest. */
export function listTopPosts(db: Db | Tx, limit: number): Promise<TopPost[]> {
  return db.run(listTop, [limit])
}
