import type { Day } from '#domain/days.ts'
import { burstReports } from '#domain/honesty.ts'
import type { PostId, UserId } from '#domain/ids.ts'
import type { PointsRule } from '#domain/points.ts'
import { isPlainOn, type RulesSince } from '#domain/streak-rules.ts'
import type { Streak } from '#domain/streaks.ts'
import { checkLevels, type InteractionType, platforms } from '#domain/vocabulary.ts'
import { Latest } from '#server/cache/latest.ts'
import { batched } from '#server/db/batch.ts'
import { isLive, isOpenCheck } from '#server/db/fragments.ts'
import type { Db, Tx } from '#server/db/handle.ts'
import { col, query } from '#server/db/query.ts'
import { memberState, memberStateRow } from '../ledger/store.ts'
import { rulesJson } from '../streaks/store.ts'

const capColumn = (type: string) =>
  `case ${type} when 'like' then cap_like when 'comment' then cap_comment when 'share' then cap_share end`
/** Whether a report used up a place under the daily cap. */
export const usesPlace = (interactions: string) =>
  `${isLive(interactions)} and ${interactions}.over_cap is null`

const ruleJson = `json_build_object('id', id, 'actionType', action_type, 'platform', platform, 'context', context,
       'pointValue', point_value, 'multiplier', multiplier, 'bonusType', bonus_type, 'bonusValue', bonus_value,
       'isActive', is_active, 'createdAt', created_at)`
type RuleJson = Omit<PointsRule, 'createdAt'> & { readonly createdAt: string }

// Neither count goes on where more would decide the same. The order makes the plan use the index of a member's latest reports.
// A key is a member's id, a post's id, a type and a day. Batched, because the round trip costs more than the read itself.
const findCase = batched(
  query({
    name: 'find_report_cases',
    sql: `with rules as materialized (
       select action_type, json_agg(${ruleJson}) as list
       from points_configurations where is_active group by action_type
     )
     select asked.key, exists (select from excused_days where day = split_part(asked.key, ' ', 4)::date) as "isExcused",
       coalesce((select mode = 'every_day' and not freezes from streak_rules
         where since <= split_part(asked.key, ' ', 4)::date order by since desc limit 1), true) as "isPlain",
       users.settled_day::text as "settledDay",
       p.platform, p.author_name as "authorName", p.brand, ${memberState}, users.xmin::text as version,
       (select report_basis.version from report_basis) as basis,
       coalesce(rules.list, '[]') as rules, limits.cap, coalesce(limits.checks, 'off') as checks,
       coalesce(limits.counts, false) as "isCounted",
       case when limits.cap is null then 0 else (
         select count(*)::int from (
           select from interactions i where i.user_id = users.id and i.type = split_part(asked.key, ' ', 3)
             and i.day = split_part(asked.key, ' ', 4)::date and ${usesPlace('i')} limit limits.cap
         ) earning) end as "earnedToday",
       case when coalesce(limits.checks, 'off') = 'off' then '[]' else (
         select coalesce(json_agg(ms), '[]') from (
           select (extract(epoch from i.reported_at) * 1000)::bigint as ms from interactions i
           where i.user_id = users.id and ${isLive('i')}
           order by i.reported_at desc limit ${burstReports}
         ) latest) end as "latestMs",
       case when coalesce(limits.checks, 'off') = 'off' then 0 else (
         select count(*)::int from checks where checks.user_id = users.id and ${isOpenCheck('checks')}) end as "openChecks"
     from unnest($keys) as asked (key)
       join users on users.id = split_part(asked.key, ' ', 1)::uuid
       join posts p on p.id = split_part(asked.key, ' ', 2)::uuid and p.deleted_at is null
         and p.published_at is not null
       left join rules on rules.action_type = split_part(asked.key, ' ', 3)
       left join lateral (
         select ${capColumn("split_part(asked.key, ' ', 3)")} as cap, checks,
           checks <> 'off' or coalesce(cap_like, cap_comment, cap_share) is not null as counts
         from honesty_settings
       ) as limits on true`,
    params: { keys: col.texts },
    row: {
      key: col.text,
      isExcused: col.bool,
      isPlain: col.bool,
      settledDay: col.nullable(col.day),
      platform: col.word(platforms),
      authorName: col.text,
      brand: col.text,
      rules: col.json<readonly RuleJson[]>(),
      version: col.text,
      basis: col.nullable(col.int),
      cap: col.nullable(col.int),
      checks: col.word(checkLevels),
      isCounted: col.bool,
      earnedToday: col.int,
      latestMs: col.json<readonly number[]>(),
      openChecks: col.int,
      ...memberStateRow,
    },
  }),
)

const readBasis = query({
  name: 'read_report_basis',
  sql: `select version, cap_like as "capLike", cap_comment as "capComment", cap_share as "capShare",
     coalesce(checks, 'off') as checks,
     (select coalesce(json_agg(${ruleJson}), '[]') from points_configurations where is_active) as rules,
     (select coalesce(json_agg(day::text), '[]') from excused_days) as excused, ${rulesJson} as "streakRules"
   from report_basis left join honesty_settings on true`,
  row: {
    version: col.int,
    capLike: col.nullable(col.int),
    capComment: col.nullable(col.int),
    capShare: col.nullable(col.int),
    checks: col.word(checkLevels),
    rules: col.json<readonly RuleJson[]>(),
    excused: col.json<readonly Day[]>(),
    streakRules: col.json<readonly RulesSince[]>(),
  },
})

const withDate = (rule: RuleJson): PointsRule => ({ ...rule, createdAt: new Date(rule.createdAt) })

/** What every report rests on, all of it as of one version; null where the database has no version. */
export async function findBasis(db: Db) {
  const row = await readBasis.first(db, {})
  if (!row) return null
  const {
    version,
    checks,
    rules,
    excused,
    streakRules,
    capLike: like,
    capComment: comment,
    capShare: share,
  } = row
  const byType = Map.groupBy(rules.map(withDate), ({ actionType }) => actionType)
  const isCounted = checks !== 'off' || (like ?? comment ?? share) !== null
  return {
    version,
    isCounted,
    caps: { like, comment, share },
    checks,
    rules: byType,
    excused: new Set(excused),
    streakRules,
  }
}
export type Basis = NonNullable<Awaited<ReturnType<typeof findBasis>>>

/** What decides a report, read or remembered. */
export interface ReportCase extends Pick<CaseRow, 'platform' | 'authorName' | 'held' | 'reports' | 'shares'> {
  readonly streak: Streak
  readonly isExcused: boolean
  /** Whether every day needs a report, and no time zone but the workspace's counts. */
  readonly isPlain: boolean
  readonly timeZone: string | null
  /** The member's day on which no further report changes the streak; null where the default rules say it. */
  readonly settledDay: Day | null
  readonly rules: readonly PointsRule[]
  readonly cap: number | null
  readonly checks: CaseRow['checks']
  /**
   * Whether there is a cap or a check of any kind, or rules of streaks, so that what the member did before is counted and
   * anything else that the member changes is noticed.
   */
  readonly isCounted: boolean
  /** How many reports of the type have earned on the day; 0 without a cap. */
  readonly earnedToday: number
  /** The member's latest live reports, newest first; none without checks. */
  readonly latestMs: readonly number[]
  readonly openChecks: number
  /** The version of the member's row. */
  readonly version: string
  /** The version of what every report rests on. */
  readonly basis: number | null
}
type CaseRow = Awaited<ReturnType<typeof findCase>>[number]

/** Which report is to be made, and when. */
export interface Wanted {
  readonly userId: UserId
  readonly postId: PostId
  readonly type: InteractionType
  readonly day: Day
}

/** The data that decides a report; null if the post is unknown, deleted or still scheduled. */
export async function findReportCase(
  db: Db | Tx,
  { userId, postId, type, day }: Wanted,
): Promise<(ReportCase & Pick<CaseRow, 'brand'>) | null> {
  const [row] = await findCase(db, [userId, postId, type, day].join(' '))
  if (!row) return null
  const { lastDay, current, longest, rules, ...found } = row
  const isPlain = found.isPlain && found.timeZone === null
  const isCounted = found.isCounted || !isPlain
  return { ...found, isPlain, isCounted, streak: { lastDay, current, longest }, rules: rules.map(withDate) }
}

/** What a member has done, as of the remembered version of the member's row and one of what every report rests on. */
interface Counts extends Pick<ReportCase, 'basis' | 'latestMs' | 'openChecks'> {
  readonly day: Day
  /** How many reports of each type have earned on the day; null where nobody has counted. */
  readonly earned: Readonly<Record<InteractionType, number | null>>
}

interface RememberedMember
  extends Pick<ReportCase, 'streak' | 'timeZone' | 'settledDay' | 'held' | 'reports' | 'shares' | 'version'> {
  /** Null without caps and checks. */
  readonly counts: Counts | null
}

/** A report that was written, with what decided it. */
export interface Written {
  readonly wanted: Wanted
  readonly found: ReportCase
  /** The achievements that the member holds since then. */
  readonly held: ReportCase['held']
  readonly streak: Streak
  readonly reportedAt: Date
  readonly earns: boolean
  /** The version of the member's row since then. */
  readonly version: string
}

const membersKept = 50_000
const postsKept = 10_000
const noneEarned = { like: 0, comment: 0, share: 0 }
const notCounted = { like: null, comment: null, share: null }

/**
 * What this process remembers of members, posts and rules, so that the usual report needs no read. All of it may be
 * outdated: the statement that uses it compares it with the database.
 */
export class ReportMemory {
  readonly #members = new Latest<UserId, RememberedMember>(membersKept)
  readonly #posts = new Latest<PostId, Pick<ReportCase, 'platform' | 'authorName'>>(postsKept)
  #basis: Basis | null = null
  #renewing: Promise<void> | null = null

  /** What decides a report, as far as it is remembered; null if a read is needed. */
  caseOf({ userId, postId, type, day }: Wanted): ReportCase | null {
    const basis = this.#basis
    const member = this.#members.get(userId)
    const post = this.#posts.get(postId)
    if (!basis || !member || !post) return null
    const { version: basisVersion, caps, checks } = basis
    const isPlain = member.timeZone === null && isPlainOn(basis.streakRules, day)
    const isCounted = basis.isCounted || !isPlain
    const counts = member.counts?.basis === basisVersion ? member.counts : null
    const cap = caps[type]
    const earnedToday =
      cap === null ? 0 : (earnedOn(day, isPlain ? member.streak : null, counts)[type] ?? null)
    if (earnedToday === null || (isCounted && counts === null)) return null
    return {
      platform: post.platform,
      authorName: post.authorName,
      held: member.held,
      reports: member.reports,
      shares: member.shares,
      streak: member.streak,
      isExcused: basis.excused.has(day),
      isPlain,
      timeZone: member.timeZone,
      settledDay: member.settledDay,
      rules: basis.rules.get(type) ?? [],
      cap,
      checks,
      isCounted,
      earnedToday,
      latestMs: counts?.latestMs ?? [],
      openChecks: counts?.openChecks ?? 0,
      version: member.version,
      basis: basisVersion,
    }
  }

  /** The rules for achievements as of this version of what every report rests on; null where it is not remembered. */
  awardRules(version: number | null): readonly PointsRule[] | null {
    return version !== null && this.#basis?.version === version
      ? (this.#basis.rules.get('achievement') ?? [])
      : null
  }

  noteWritten(written: Written): void {
    const { wanted, found, held, streak } = written
    const before = this.#members.get(wanted.userId) ?? null
    this.#posts.set(wanted.postId, { platform: found.platform, authorName: found.authorName })
    this.#members.set(wanted.userId, {
      streak,
      timeZone: found.timeZone,
      settledDay: found.settledDay,
      held,
      reports: found.reports + 1,
      shares: found.shares + (wanted.type === 'share' ? 1 : 0),
      version: written.version,
      counts: found.isCounted ? countsAfterReport(before, written) : null,
    })
  }

  /** Forgets what did not hold. A member about whom there is newer news than this version stays; null for any. */
  forget({ userId, postId }: Wanted, version: string | null): void {
    this.#posts.delete(postId)
    if (version === null || this.#members.get(userId)?.version === version) this.#members.delete(userId)
  }

  /** Reads what every report rests on, unless this version of it is remembered. */
  async renewBasis(db: Db, version: number | null): Promise<void> {
    if (version === null || version === this.#basis?.version) return
    this.#renewing ??= findBasis(db)
      .then((basis) => {
        this.#basis = basis
      })
      .finally(() => {
        this.#renewing = null
      })
    await this.#renewing
  }
}

function countsAfterReport(before: RememberedMember | null, written: Written): Counts | null {
  const { wanted, found, reportedAt, earns } = written
  const { basis, openChecks, latestMs } = found
  const [latest = 0] = latestMs
  // The clock was set back: what was reported last is no longer known.
  if (reportedAt.getTime() < latest) return null
  const known = before?.version === found.version && before.counts?.basis === basis ? before.counts : null
  const earned = {
    ...earnedOn(wanted.day, found.isPlain ? found.streak : null, known),
    [wanted.type]: found.cap === null ? null : found.earnedToday + (earns ? 1 : 0),
  }
  const latestNow = [reportedAt.getTime(), ...latestMs].slice(0, burstReports)
  return { basis, openChecks, latestMs: latestNow, day: wanted.day, earned }
}

/** What has earned on a day: nothing on one that begins after the last day of a streak by the default rules. */
function earnedOn(day: Day, streak: Streak | null, counts: Counts | null): Counts['earned'] {
  if (counts?.day === day) return counts.earned
  return streak !== null && (streak.lastDay === null || day > streak.lastDay) ? noneEarned : notCounted
}
