import { expect } from 'vitest'
import { findViolations } from '#server/db/check.ts'
import { statement } from '#server/db/handle.ts'
import { foldFigures } from '#server/features/analytics/store.ts'
import { figureChecks } from '#server/features/analytics/verify.ts'
import { listBoard } from '#server/features/boards/store.ts'
import { readStatement } from '#server/features/statements/commands.ts'
import { readWindow, remakeWindows } from '#server/features/windows/commands.ts'
import { checks } from '#server/verify.ts'
import type { ModelLine } from './game-books.ts'
import { compareQuests } from './game-quests.ts'
import type { GameStage } from './game-stage.ts'
import { compareStreaks } from './game-streaks.ts'
import { compareTeamContests, compareTeams } from './game-teams.ts'

interface Kept {
  readonly users: Record<string, unknown>
  readonly standings: Record<string, unknown>
  readonly badges: readonly unknown[]
  readonly shares: readonly unknown[]
  readonly checks: readonly unknown[]
  readonly appeals: readonly unknown[]
  readonly winners: readonly unknown[]
}

const readKept = statement<Kept>(
  'test_read_kept',
  `select
     (select json_object_agg(id, json_build_object('points', total_points, 'shares', total_shares,
       'engagements', total_engagements, 'current', current_streak, 'longest', longest_streak,
       'lastDay', streak_last_day)) from users where role <> 'admin') as users,
     (select coalesce(json_object_agg(contests.id || ' ' || user_id, json_build_object('points', points,
       'shares', shares, 'engagements', engagements)), '{}')
      from standings join contests on standings_id = contest_id
      where points <> 0 or shares <> 0 or engagements > 0) as standings,
     (select coalesce(json_agg(json_build_array(user_id, code, points) order by user_id, code), '[]')
      from earned_achievements where taken_back_at is null) as badges,
     (select coalesce(json_agg(json_build_array(user_id, points, status) order by id), '[]') from shares) as shares,
     (select coalesce(json_agg(json_build_array(user_id, answer, decision) order by id), '[]') from checks) as checks,
     (select coalesce(json_agg(json_build_array(user_id, decision) order by id), '[]') from appeals) as appeals,
     (select coalesce(json_agg(json_build_array(year, month, user_id, points, shares, engagements)
       order by year, month, user_id, points, shares, engagements), '[]') from monthly_winners) as winners`,
)

const stepsBetweenFigures = 5
const stepsBetweenRemakes = 15
const otherChecks = checks.filter((check) => !figureChecks.includes(check))

/** The database holds what the model says, and the product's own check agrees. */
export async function compare(story: GameStage): Promise<void> {
  const [kept] = await story.deps.db.run(readKept, [])
  expect(kept).toEqual(keptBy(story))
  await compareStatements(story)
  if (story.compared % stepsBetweenRemakes === 2) await remakeWindows(story.deps, () => false)
  await compareWindows(story)
  await compareTeams(story)
  await compareTeamContests(story)
  await compareStreaks(story)
  // Adding up the figures again takes as long as all else, and several changes at once are the harder case.
  const hasFigures = story.compared++ % stepsBetweenFigures === 0
  if (hasFigures) {
    await foldFigures.one(story.deps.db, {})
    await compareQuests(story)
  }
  const findings = await findViolations(story.deps.db, hasFigures ? checks : otherChecks)
  const lines = findings.flatMap(({ name, violations }) => violations.map((line) => `${name}: ${line}`))
  expect(lines).toEqual([])
}

function keptBy(story: GameStage): Kept {
  const { model, stage } = story
  const id = (nth: number) => stage.members[nth]?.id ?? ''
  const standings: Record<string, unknown> = {}
  const badges: [string, string, number][] = []
  stage.members.forEach((_, nth) => {
    model.contests.forEach((contest, place) => {
      const line = model.standing(nth, contest)
      if (line.points !== 0 || line.shares !== 0 || line.engagements > 0)
        standings[`${story.contestId(place)} ${id(nth)}`] = line
    })
    for (const { code, points } of model.badges(nth)) badges.push([id(nth), code, points])
  })
  const winners = model.winners.toSorted(
    (a, b) =>
      a.year - b.year ||
      a.month - b.month ||
      id(a.member).localeCompare(id(b.member)) ||
      a.points - b.points ||
      a.shares - b.shares ||
      a.engagements - b.engagements,
  )
  return {
    users: Object.fromEntries(
      stage.members.map((member, nth) => [member.id, { ...model.totals(nth), ...model.streakOf(nth) }]),
    ),
    standings,
    badges: badges.sort((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1)),
    shares: model.shares
      .filter(({ isGone }) => !isGone)
      .map(({ member, points, status }) => [id(member), points, status]),
    checks: model.checks
      .filter(({ isGone }) => !isGone)
      .map(({ report, answer, decision }) => [id(report.member), answer, decision]),
    appeals: model.appeals.map(({ member, decision }) => [id(member), decision]),
    winners: winners.map(({ year, month, member, points, shares, engagements }) => [
      year,
      month,
      id(member),
      points,
      shares,
      engagements,
    ]),
  }
}

async function compareWindows({ model, stage, deps, nowMs }: GameStage): Promise<void> {
  for (const kind of ['week', 'month', 'quarter'] as const) {
    const boardId = await readWindow(deps, kind)
    if (boardId === null) throw new Error(`the board of the ${kind} is not ready`)
    const { data } = await listBoard(deps.db, boardId, { limit: 100, offset: 0 })
    const shown = data.map(({ id, totalPoints, totalShares, totalEngagements }) => [
      id,
      totalPoints,
      totalShares,
      totalEngagements,
    ])
    const wanted = model
      .boardOf(kind, model.dayAt(nowMs))
      .map(({ member, points, shares, engagements }) => [
        stage.members[member]?.id,
        points,
        shares,
        engagements,
      ])
    expect(shown, `board of the ${kind}`).toEqual(wanted)
  }
}

/** How many entries each member had when their statement was compared. */
const compared = new WeakMap<GameStage, number[]>()

/** Statements are read again only for members with new entries: an entry never changes. */
async function compareStatements(story: GameStage): Promise<void> {
  const { model, stage, deps } = story
  const counts = compared.get(story) ?? []
  compared.set(story, counts)
  for (const [nth, { id }] of stage.members.entries()) {
    const lines = model.statement(nth)
    if (lines.length === (counts[nth] ?? 0)) continue
    counts[nth] = lines.length
    const { data, months } = await readStatement(deps, id, { limit: lines.length + 1 })
    expect(data.map(shownLine)).toEqual(lines.map(wantedLine).reverse())
    expect(months.map(shownMonth)).toEqual(monthsOf(lines))
    for (const { rule, amount } of data) {
      if (rule === null) continue
      const sum = Math.floor((rule.pointValue * rule.multiplier) / 100 + 0.5) + rule.bonus
      expect(sum, 'sum of the receipt').toBe(amount)
    }
  }
}

type Statement = Awaited<ReturnType<typeof readStatement>>
type Shown = Statement['data'][number]
type Month = Statement['months'][number]

function shownLine({ day, bookedOn, reason, amount, balance, rule, overCap, isUndone, team }: Shown) {
  const receipt = rule && { value: rule.pointValue, multiplier: rule.multiplier, bonus: rule.bonus }
  return { day, bookedOn, reason, amount, balance, receipt, overCap, isUndone, team: team?.name ?? null }
}

function shownMonth({ teams, ...month }: Month) {
  return { ...month, teams: teams.map(({ team, amount }) => `${team.name} ${amount}`) }
}

function wantedLine({ entry, bookedOn, balance }: ModelLine) {
  const { day, reason, amount, receipt, overCap, isReversed: isUndone, team } = entry
  return { day, bookedOn, reason, amount, balance, receipt, overCap, isUndone, team }
}

function monthsOf(lines: readonly ModelLine[]) {
  const names = [...new Set(lines.map(({ bookedOn }) => bookedOn.slice(0, 7)))].sort()
  let balance = 0
  return names
    .map((month) => {
      const own = lines.filter(({ bookedOn }) => bookedOn.startsWith(month))
      const amount = own.reduce((sum, { entry }) => sum + entry.amount, 0)
      balance += amount
      return { month, amount, balance, entries: own.length, teams: ofTeams(own) }
    })
    .reverse()
}

/** How much of some lines counts for which team, by the names of the teams. */
function ofTeams(lines: readonly ModelLine[]): string[] {
  const sums = new Map<string, number>()
  for (const { entry } of lines)
    if (entry.team !== null) sums.set(entry.team, (sums.get(entry.team) ?? 0) + entry.amount)
  return [...sums].sort(([a], [b]) => a.localeCompare(b)).map(([name, amount]) => `${name} ${amount}`)
}
