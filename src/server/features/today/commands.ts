import { doneTodayCount, type Today, type TodayPost, todayPostsCount } from '#contract/today.ts'
import { addDays, type Day, dayOf, mondayOf } from '#domain/days.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import { worthOf } from '#domain/points.ts'
import { safeUrl, titleOf } from '#domain/posts.ts'
import { openReports, openWorth, usualPartOfDay, waitingDays, weekAround } from '#domain/today.ts'
import { type InteractionType, type Platform, platforms } from '#domain/vocabulary.ts'
import type { RowOf } from '#server/db/query.ts'
import type { Deps } from '#server/deps.ts'
import { countOpenChecks } from '../checks/store.ts'
import { listPointsRules } from '../points/store.ts'
import * as store from './store.ts'

const arrivalsJudged = 20
const gainsDays = 7

interface Asked {
  readonly userIds: readonly UserId[]
  readonly now: Date
  readonly day: Day
}

/** Everybody looks in the morning and after a restart, so all of a moment are answered with a few statements. */
export async function todayOfMembers(deps: Deps, userIds: readonly UserId[]): Promise<Map<UserId, Today>> {
  const { timeZone } = deps.config
  const now = deps.clock.now()
  const day = dayOf(now, timeZone)
  const asked = { userIds, now, day }
  const [postsOf, arrivals, gainsOf, reportsOf, checks] = await Promise.all([
    readPosts(deps, asked),
    readArrivals(deps, asked),
    readGains(deps, asked),
    readReports(deps, asked),
    countOpenChecks(deps.db, { userIds }),
  ])
  const checksOf = new Map(checks.map((row) => [row.userId, row.checks]))
  return new Map(
    userIds.map((userId) => {
      const own = { ...postsOf(userId), ...arrivals, ...gainsOf(userId), ...reportsOf(userId) }
      return [userId, { day, timeZone, ...own, openChecks: checksOf.get(userId) ?? 0 }]
    }),
  )
}

async function readPosts({ db }: Deps, { userIds, now, day: today }: Asked) {
  const since = new Date(now.getTime() - waitingDays * 86_400_000)
  const [rules, recent] = await Promise.all([
    listPointsRules(db),
    store.listDayPosts(db, { now, since, postIds: [] }),
  ])
  const recentIds = recent.map(({ id }) => id)
  const reports = await store.listDayReports(db, { userIds, today, postIds: recentIds })
  const known = new Set(recentIds)
  const older = new Set(reports.map(({ postId }) => postId).filter((id) => !known.has(id)))
  const rows = older.size === 0 ? recent : await store.listDayPosts(db, { now, since, postIds: [...older] })
  const ofMember = Map.groupBy(reports, ({ userId }) => userId)
  const worths = new Map(platforms.map((platform) => [platform, worthOf(rules, platform)]))
  return (userId: UserId) => dayOfMember(rows, ofMember.get(userId) ?? [], worths)
}

/** A post as it waits for a member, with the reports that they have not made; null if it is not in the feed. */
export async function postForMember(
  { db, clock }: Deps,
  userId: UserId,
  postId: PostId,
): Promise<TodayPost | null> {
  const now = clock.now()
  const asked = { userIds: [userId], today: dayOf(now, 'UTC'), postIds: [postId] }
  const [rules, [row], reports] = await Promise.all([
    listPointsRules(db),
    store.listDayPosts(db, { now, since: now, postIds: [postId] }),
    store.listDayReports(db, asked),
  ])
  if (!row) return null
  const done = reports.find((each) => each.postId === postId)?.done ?? []
  return postOf(row, openReports(done), new Map([[row.platform, worthOf(rules, row.platform)]]))
}

/** What each report on a platform earns. */
type Worths = ReadonlyMap<Platform, ReturnType<typeof worthOf>>

function dayOfMember(rows: readonly store.DayPost[], reports: readonly store.DayReports[], worths: Worths) {
  const reportsOn = new Map(reports.map((each) => [each.postId, each]))
  const posts = rows.map((row) => ({ row, own: reportsOn.get(row.id) }))
  const waiting = posts
    .filter(({ row }) => row.isRecent)
    .map(({ row, own }) => ({ row, open: openReports(own?.done ?? []) }))
    .filter(({ open }) => open.length > 0)
  const done = posts
    .flatMap(({ row, own }) => (own?.lastTodayAt && openReports(own.done).length === 0 ? [{ row, own }] : []))
    .sort((a, b) => Number(b.own.lastTodayAt) - Number(a.own.lastTodayAt))
  return {
    waiting: waiting.length,
    worth: waiting.reduce((sum, { row, open }) => sum + worthOn(worths, row.platform, open), 0),
    posts: waiting.slice(0, todayPostsCount).map(({ row, open }) => postOf(row, open, worths)),
    doneToday: done
      .slice(0, doneTodayCount)
      .map(({ row, own }) => ({ ...postOf(row, [], worths), points: own.points })),
  }
}

function postOf(row: store.DayPost, open: readonly InteractionType[], worths: Worths): TodayPost {
  const { id, platform, authorName, content, imageUrl, postUrl } = row
  return {
    id,
    platform,
    authorName,
    title: titleOf(content),
    imageUrl: safeUrl(imageUrl),
    link: safeUrl(postUrl),
    worth: worthOn(worths, platform, open),
    open,
  }
}

function worthOn(worths: Worths, platform: Platform, open: readonly InteractionType[]): number {
  const worth = worths.get(platform)
  return worth ? openWorth(worth, open) : 0
}

async function readArrivals({ db, config }: Deps, { now }: Asked) {
  const rows = await store.listArrivals(db, { now, limit: arrivalsJudged })
  const arrivals = rows.map(({ at }) => at)
  return {
    usualTime: usualPartOfDay(arrivals, config.timeZone),
    lastPostAt: arrivals[0]?.toISOString() ?? null,
  }
}

async function readGains({ db }: Deps, { userIds, day: today }: Asked) {
  const days = Array.from({ length: gainsDays }, (_, nth) => addDays(today, 1 + nth - gainsDays))
  const monday = mondayOf(today)
  const rows = await store.sumDays(db, { userIds, from: days[0] ?? today, to: today })
  const ofMember = Map.groupBy(rows, ({ userId }) => userId)
  return (userId: UserId) => {
    const byDay = new Map(ofMember.get(userId)?.map(({ day, points }) => [day, points]))
    const gains = days.map((day) => ({ day, points: byDay.get(day) ?? 0 }))
    const sinceMonday = gains.filter(({ day }) => day >= monday)
    return {
      pointsToday: byDay.get(today) ?? 0,
      gains,
      pointsThisWeek: sinceMonday.reduce((sum, { points }) => sum + points, 0),
    }
  }
}

async function readReports({ db }: Deps, { userIds, day: today }: Asked) {
  const from = mondayOf(today)
  const [rows, reporters] = await Promise.all([
    store.countReports(db, { userIds, from, to: addDays(from, 6) }),
    store.listReporters(db, { userIds }),
  ])
  const ofMember = Map.groupBy(rows, ({ userId }) => userId)
  const haveReported = new Set(reporters.map(({ userId }) => userId))
  return (userId: UserId) => {
    const own = ofMember.get(userId) ?? []
    const sum = (isWanted: (row: RowOf<typeof store.countReports>) => boolean) =>
      own.filter(isWanted).reduce((reports, row) => reports + row.reports, 0)
    const ofType = (type: InteractionType) => sum((row) => row.type === type)
    return {
      week: weekAround(today, (day) => sum((row) => row.day === day)),
      hasReported: haveReported.has(userId),
      reportsThisWeek: { like: ofType('like'), comment: ofType('comment'), share: ofType('share') },
    }
  }
}
