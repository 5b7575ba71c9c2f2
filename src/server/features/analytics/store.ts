import { type PointsBySource, type PostReachSort, pointsSources } from '#contract/analytics.ts'
import type { SortDirection } from '#contract/tables.ts'
import { nilId } from '#domain/ids.ts'
import { type InteractionType, interactionTypes, platforms } from '#domain/vocabulary.ts'
import { isLive, isOfFeed } from '#server/db/fragments.ts'
import type { Db } from '#server/db/handle.ts'
import { col, query, type RowOf } from '#server/db/query.ts'

const engagementOfPost = '(likes_count::bigint + comments_count + shares_count)'

/** Adds up what has changed since the last time, and returns how much that was. The figures below are then up to date. */
export const foldFigures = query({
  name: 'fold_figures',
  sql: 'select fold_figures() as folded',
  row: { folded: col.int },
})

/** The platforms with shares, most shares first. */
export const listSharesByPlatform = query({
  name: 'list_shares_by_platform',
  sql: `select platform, shares, points::float8 as points, held::float8 as held, engagements::float8 as engagement
   from share_figures where quarter = '-infinity' and shares > 0 order by share_figures.shares desc, platform`,
  row: {
    platform: col.word(platforms),
    shares: col.int,
    /** What the shares are worth, whatever became of them. */
    points: col.float,
    /** What their members hold for them. */
    held: col.float,
    engagement: col.float,
  },
})

const enabledMembers = `select coalesce(sum(members), 0)::int as members from (
       select members from board_totals where board_id = '${nilId}'
       union all select members from board_moves where board_id = '${nilId}') team`

export const countUsersAndPosts = query({
  name: 'count_users_and_posts',
  sql: `select (${enabledMembers}) as users,
     (select count(*)::int from teams where deleted_at is null) as teams,
     count(*)::int as posts, coalesce(sum(${engagementOfPost}), 0)::float8 as "postEngagement"
   from posts where ${isOfFeed('posts')}`,
  row: {
    /** Those who are not disabled. */
    users: col.int,
    /** Those that are not deleted. */
    teams: col.int,
    posts: col.int,
    /** The sum of all likes, comments and shares of the posts. */
    postEngagement: col.float,
  },
})

const sumOf = (figure: InteractionType | keyof PointsBySource, name: string) =>
  `coalesce(sum(amount) filter (where figure = '${figure}'), 0)::float8 as ${name}`
const typeNames = { like: 'likes', comment: 'comments', share: 'shares' } as const

/** Live reports per day, for days that have any. Both ends are included; the rows have no order. */
export const countReportsByDay = query({
  name: 'count_reports_by_day',
  sql: `select day::text as day, ${interactionTypes.map((type) => sumOf(type, typeNames[type])).join(', ')}
   from daily_figures where day between $from and $to group by daily_figures.day`,
  params: { from: col.day, to: col.day },
  row: { day: col.day, likes: col.float, comments: col.float, shares: col.float },
})

/** Enabled members with live reports per week, for weeks that have any. Both ends are included; the rows have no order. */
export const countMembersByWeek = query({
  name: 'count_members_by_week',
  sql: `select (day - (extract(isodow from day)::int - 1))::text as monday, sum(members)::int as members
   from active_days where day between $from and $to and away >= extract(isodow from day) group by 1`,
  params: { from: col.day, to: col.day },
  row: { monday: col.day, members: col.int },
})

/** The posts with the most likes, comments and shares. Among equals the newest comes first. */
export const listTopPosts = query({
  name: 'list_top_posts',
  sql: `with top as (select id, platform, author_name as "authorName", content, image_url as "imageUrl", original_post_date,
       ${engagementOfPost}::float8 as engagements
     from posts where ${isOfFeed('posts')}
     order by ${engagementOfPost} desc, original_post_date desc, id limit $limit)
   select top.id, platform, "authorName", content, "imageUrl", engagements, coalesce(reports, 0)::int as reports
   from top left join post_figures on post_id = top.id
   order by engagements desc, original_post_date desc, top.id`,
  params: { limit: col.int },
  row: {
    id: col.id<'post'>(),
    platform: col.word(platforms),
    authorName: col.text,
    content: col.text,
    imageUrl: col.nullable(col.text),
    engagements: col.float,
    reports: col.int,
  },
})

/** What the ledger booked for each day, by what it was earned with. Both ends are included; the rows have no order. */
export const sumPointsByDay = query({
  name: 'sum_points_by_day',
  sql: `select day::text as day, ${pointsSources.map((source) => sumOf(source, source)).join(', ')}
   from daily_figures where day between $from and $to group by daily_figures.day`,
  params: { from: col.day, to: col.day },
  row: {
    day: col.day,
    reports: col.float,
    achievements: col.float,
    shares: col.float,
    clicks: col.float,
    corrections: col.float,
  },
})

const activeMembersOf = (before: string) => `select
     coalesce(sum(members) filter (where day >= $from and away > day - $from), 0)::int as current,
     coalesce(sum(members) filter (where day < $from and away > day - (${before})), 0)::int as before
   from active_days where day between ${before} and $to`

/** Enabled members with live reports from `from` on, and those with live reports from `before` up to the day before `from`. */
export const countActiveMembers = query({
  name: 'count_active_members',
  sql: activeMembersOf('$before'),
  params: { before: col.day, from: col.day, to: col.day },
  row: { current: col.int, before: col.int },
})

/** What was shared and posted from `since` on, before `until`. */
export const countSharesAndPosts = query({
  name: 'count_shares_and_posts',
  sql: `select shared.many as shares, shared.engagement as "shareEngagement", posted.many as posts,
     posted.engagement as "postEngagement"
   from (select coalesce(sum(shares), 0)::int as many, coalesce(sum(engagements), 0)::float8 as engagement
       from share_figures where quarter >= $since and quarter < $until) as shared,
     (select count(*)::int as many, coalesce(sum(${engagementOfPost}), 0)::float8 as engagement
       from posts where ${isOfFeed('posts')} and original_post_date >= $since and original_post_date < $until) as posted`,
  params: { since: col.instant, until: col.instant },
  row: { shares: col.int, shareEngagement: col.float, posts: col.int, postEngagement: col.float },
})

const leaderRow = {
  id: col.id<'user'>(),
  displayName: col.text,
  avatar: col.nullable(col.text),
  reports: col.int,
}
const leaderOrder = 'reports desc, lower(display_name), users.id'

/** The members with the most live reports. Both ends are included; among equals by name. */
export const listTopMembers = query({
  name: 'list_top_members',
  sql: `select users.id, display_name as "displayName", avatar, reports
   from (select user_id, count(*)::int as reports from interactions
     where ${isLive('interactions')} and day between $from and $to group by user_id) as told
     join users on users.id = told.user_id
   where disabled_at is null order by ${leaderOrder} limit $limit`,
  params: { from: col.day, to: col.day, limit: col.int },
  row: leaderRow,
})

/** The same of the last count; nobody when the period has not been counted. */
export const listCountedLeaders = query({
  name: 'list_counted_leaders',
  sql: `select users.id, display_name as "displayName", avatar, reports, counted_at as "countedAt"
   from period_leaders join users on users.id = user_id
   where days = $days and disabled_at is null order by ${leaderOrder} limit $limit`,
  params: { days: col.int, limit: col.int },
  row: { ...leaderRow, countedAt: col.instant },
})

/** The last of the next members after an id; null when fewer are left. */
export const findEndOfPortion = query({
  name: 'find_end_of_members',
  sql: 'select id from users where id > $after order by id offset $size - 1 limit 1',
  params: { after: col.uuid, size: col.int },
  row: { id: col.id<'user'>() },
})

/** The enabled members of a portion with the most live reports from each of some days on. */
export const listLeadersOfPortion = query({
  name: 'list_leaders_of_portion',
  sql: `with period as (
     select * from unnest($days, $starts) as each (days, first_day)
   ), told as materialized (
     select user_id, days, count(*)::int as reports from interactions join period on day >= first_day
     where ${isLive('interactions')} and user_id > $after and user_id <= $upTo
       and day between (select min(first_day) from period) and $to
     group by user_id, days
   )
   select leader.*
   from period cross join lateral (
     select told.days, users.id as "userId", reports from told join users on users.id = told.user_id
     where told.days = period.days and disabled_at is null order by ${leaderOrder} limit $limit) as leader`,
  params: {
    days: col.ints,
    starts: col.days,
    to: col.day,
    after: col.uuid,
    upTo: col.uuid,
    limit: col.int,
  },
  row: { days: col.int, userId: col.id<'user'>(), reports: col.int },
})

const sums = ['points', 'likes', 'comments', 'shares'] as const
/** Each sum of the period, and that of the one before. */
const bothSums = sums
  .flatMap((sum) => [
    `coalesce(sum(${sum}) filter (where is_current), 0) as "${sum}"`,
    `coalesce(sum(${sum}) filter (where not is_current), 0) as "${sum}Before"`,
  ])
  .join(', ')
const bothOrNone = sums
  .flatMap((sum) => [sum, `${sum}Before`])
  .map((name) => `coalesce(sums."${name}", 0) as "${name}"`)
  .join(', ')
const daysOfBoth = 'day between $from - $length and $to'
/** Whether a member has a live report on one of as many days as the period has, from a day on. */
const wasActive = (firstDay: string) =>
  `position(B'1' in substring(days from last_day - (${firstDay} + $length - 1) + 1 for $length)) > 0`
const amountOf = (name: string) => `sum(amount) filter (where figure = '${name}')::float8`

/**
 * What each team has in a period and in as many days before, deleted ones too, and in a row without a team what
 * everybody together has.
 */
export const listTeamSums = query({
  name: 'list_team_sums',
  sql: `with of_teams as materialized (
     select team_id, day >= $from as is_current, sum(points::float8) as points, sum(likes)::float8 as likes,
       sum(comments)::float8 as comments, sum(shares)::float8 as shares
     from team_days where ${daysOfBoth} group by team_id, day >= $from
   ), of_all as materialized (
     select day >= $from as is_current,
       (sum(amount) filter (where figure in (${pointsSources.map((source) => `'${source}'`).join(', ')})))::float8 as points,
       ${interactionTypes.map((type) => `${amountOf(type)} as ${typeNames[type]}`).join(', ')}
     from daily_figures where ${daysOfBoth} group by day >= $from
   ), active as materialized (
     select team_id, count(*) filter (where ${wasActive('$from')})::int as active,
       count(*) filter (where ${wasActive('$from - $length')})::int as before
     from member_days where team_id is not null and last_day >= $from - $length group by team_id
   )
   select t.id, t.name, t.color, t.deleted_at is not null as "isDeleted", t.members, coalesce(active, 0) as active,
     coalesce(before, 0) as "activeBefore", ${bothOrNone}
   from teams t left join (select team_id, ${bothSums} from of_teams group by team_id) sums on sums.team_id = t.id
     left join active on active.team_id = t.id
   union all
   select null, null, null, false, members, active.current, active.before, sums.*
   from (${enabledMembers}) everybody, (${activeMembersOf('$from - $length')}) active, (select ${bothSums} from of_all) sums`,
  params: { from: col.day, to: col.day, length: col.int },
  row: {
    id: col.nullable(col.id<'team'>()),
    name: col.nullable(col.text),
    color: col.nullable(col.text),
    isDeleted: col.bool,
    members: col.int,
    active: col.int,
    activeBefore: col.int,
    points: col.float,
    pointsBefore: col.float,
    likes: col.float,
    likesBefore: col.float,
    comments: col.float,
    commentsBefore: col.float,
    shares: col.float,
    sharesBefore: col.float,
  },
})
export type TeamSumsRow = RowOf<typeof listTeamSums>

export const deleteLeaders = query({ name: 'delete_leaders', sql: 'delete from period_leaders' })

/** Keeps those with the most reports of each period. */
export const insertLeaders = query({
  name: 'insert_leaders',
  sql: `insert into period_leaders
   select days, id, reports, $now
   from (select days, users.id, reports, row_number() over (partition by days order by ${leaderOrder}) as place
     from unnest($days, $userIds, $reports) as told (days, user_id, reports) join users on users.id = told.user_id) as each
   where place <= $limit`,
  params: { days: col.ints, userIds: col.ids<'user'>(), reports: col.ints, limit: col.int, now: col.instant },
})

/** A select of the enabled members with live reports on some days, and its parameters; for a file of them. */
export const membersOfReports = {
  select: `select users.id, username, display_name, users.team_id, count(*)::int as reports
    from interactions join users on users.id = user_id and disabled_at is null where ${isLive('interactions')} and day between $from and $to group by users.id`,
  params: { from: col.day, to: col.day },
}

// Posts dated from `since` on, before `until`. Everything else is what they have reached to date.
const reached = `with dated as (
     select * from posts where ${isOfFeed('posts')} and original_post_date >= $since and original_post_date < $until
   ), clicked as (
     select post_id, count(*) as clicks, count(distinct visitor) as people
     from link_clicks where post_id in (select id from dated) group by post_id
   )
   select dated.id, platform, author_name as "authorName", content, post_url as "postUrl",
     original_post_date as "originalPostDate", likes_count as likes, comments_count as comments, shares_count as shares,
     ${engagementOfPost}::float8 as engagements, coalesce(members, 0)::int as members,
     coalesce(clicks, 0)::int as clicks, coalesce(people, 0)::int as people, coalesce(reached.points, 0)::float8 as points
   from dated left join post_figures reached on reached.post_id = dated.id
     left join clicked on clicked.post_id = dated.id`

const span = { since: col.instant, until: col.instant }
/** A select of the posts of a span with what they reached, and its parameters; for a file of them. */
export const reachOfPosts = { select: reached, params: span }

const reachPages = {
  originalPostDate: pagesBy('originalPostDate'),
  engagements: pagesBy('engagements'),
  members: pagesBy('members'),
  clicks: pagesBy('clicks'),
  people: pagesBy('people'),
  points: pagesBy('points'),
} as const satisfies Readonly<Record<PostReachSort, unknown>>

function pagesBy(sort: PostReachSort) {
  return { asc: pageBy(sort, 'asc'), desc: pageBy(sort, 'desc') }
}

function pageBy(sort: PostReachSort, direction: SortDirection) {
  return query({
    name: `list_post_reach_${sort}_${direction}`,
    sql: `select * from (${reached}) as reach order by "${sort}" ${direction}, "originalPostDate" desc, id
     limit $limit offset $offset`,
    params: { since: col.instant, until: col.instant, limit: col.int, offset: col.int },
    row: {
      id: col.id<'post'>(),
      platform: col.word(platforms),
      authorName: col.text,
      content: col.text,
      postUrl: col.nullable(col.text),
      originalPostDate: col.instant,
      likes: col.int,
      comments: col.int,
      shares: col.int,
      engagements: col.float,
      members: col.int,
      clicks: col.int,
      people: col.int,
      points: col.float,
    },
  })
}

const countDatedPosts = query({
  name: 'count_dated_posts',
  sql: `select count(*)::int as total from posts
   where ${isOfFeed('posts')} and original_post_date >= $since and original_post_date < $until`,
  params: { since: col.instant, until: col.instant },
  row: { total: col.int },
})

interface ReachWanted {
  readonly since: Date
  readonly until: Date
  readonly sort: PostReachSort
  readonly direction: SortDirection
  readonly limit: number
  readonly offset: number
}

/** A page of the posts of a span with what they reached, and how many there are. */
export async function listPostReach(db: Db, { sort, direction, ...page }: ReachWanted) {
  const [rows, { total }] = await Promise.all([
    reachPages[sort][direction](db, page),
    countDatedPosts.one(db, page),
  ])
  return { rows, total }
}
