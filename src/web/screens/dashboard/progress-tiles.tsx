import { Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { type CSSProperties, useId, useRef } from 'react'
import type { ToAchieve } from '#contract/achievements.ts'
import type { Today } from '#contract/today.ts'
import type { CurrentUser } from '#contract/users.ts'
import { type InteractionType, interactionTypes } from '#domain/vocabulary.ts'
import { useAchievementProgress } from '#web/api/achievements.ts'
import { useReportCounts, useToday } from '#web/api/interactions.ts'
import { usePointsConfigurations } from '#web/api/points.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { useLanded } from '#web/parts/points/landing.ts'
import { pointsTable } from '#web/parts/points/points-table.ts'
import { FlameIcon } from '#web/parts/streak/flame-icon.tsx'
import { hasReachedMilestone } from '#web/parts/streak/streak-flame.ts'
import { Sparkline } from '#web/ui/sparkline.tsx'
import { StatTile, StatTiles } from '#web/ui/stat-tile.tsx'
import { Track } from '#web/ui/track.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import * as classes from './progress-tiles.module.css'
import { WeekDots } from './week-dots.tsx'

/** The member's totals and streak, and how they have moved. */
export function ProgressTiles({ user }: { readonly user: CurrentUser }) {
  const id = useId()
  const today = useToday().data?.data
  // Only a member without points or shares reads what these are worth.
  const rules = usePointsConfigurations(user.totalPoints === 0 || user.totalShares === 0).data?.data
  const worth = new Map(rules && pointsTable(rules).map(({ type, points }) => [type, points]))
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="visually-hidden">
        Your Progress
      </h2>
      <StatTiles phone="one-row">
        <PointsTile total={user.totalPoints} today={today} firstWorth={worth.get('like')} />
        <StreakTile user={user} week={today?.week} />
        <EngagementsTile total={user.totalEngagements} />
        <SharesTile total={user.totalShares} worth={worth.get('share')} />
      </StatTiles>
    </section>
  )
}

interface PointsTileProps {
  readonly total: number
  readonly today: Today | undefined
  /** What a like earns. */
  readonly firstWorth: number | undefined
}

function PointsTile({ total, today, firstWorth }: PointsTileProps) {
  const landed = useLanded(total)
  const hasBegun = today?.hasReported || total !== 0
  return (
    <StatTile
      label="Total Points"
      value={landed}
      landing="tile"
      beside={today && hasBegun && <Sparkline values={totalsOf(total, today.gains)} />}
      note={
        hasBegun || !firstWorth ? <WeekGain today={today} /> : `Your first report is worth +${firstWorth}`
      }
    />
  )
}

/** The total at the end of each of the last days. */
function totalsOf(total: number, gains: Today['gains']): number[] {
  const totals = [total]
  for (const { points } of gains.slice(1).reverse()) totals.unshift((totals[0] ?? 0) - points)
  return totals
}

function WeekGain({ today }: { readonly today: Today | undefined }) {
  if (!today) return ' '
  const { pointsToday, pointsThisWeek } = today
  if (pointsThisWeek === 0 && pointsToday === 0) return 'All time'
  return (
    <>
      {pointsToday > 0 && (
        <>
          <b className={classes.gain}>{signed(pointsToday)}</b>
          <span className="visually-hidden"> today</span> ·{' '}
        </>
      )}
      {signed(pointsThisWeek)} this week
    </>
  )
}

function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toLocaleString('en-US')}`
}

interface StreakTileProps {
  readonly user: CurrentUser
  readonly week: Today['week'] | undefined
}

const StreakNote = lazyPart(async () => (await import('./streak-note.tsx')).StreakNote)

function StreakTile({ user: { currentStreak, longestStreak, hasStreakRules }, week }: StreakTileProps) {
  const { days, milestones } = useStreakSteps(currentStreak)
  return (
    <StatTile
      label="Day Streak"
      value={currentStreak}
      unit={currentStreak === 1 ? 'day' : 'days'}
      aside={longestStreak > 0 && `Best ${longestStreak.toLocaleString('en-US')}`}
      pulse={milestones}
      icon={<FlameIcon days={currentStreak} rings={days} />}
      drawing={currentStreak > 0 && <WeekDots week={week} />}
      note={hasStreakRules ? <StreakNote /> : currentStreak === 0 && 'Start a streak with one report'}
    />
  )
}

const looks = {
  like: { name: 'likes', Icon: Heart },
  comment: { name: 'comments', Icon: MessageCircle },
  share: { name: 'shares', Icon: Repeat2 },
} as const

function EngagementsTile({ total }: { readonly total: number }) {
  const counts = useReportCounts()
  return (
    <StatTile
      label="Engagements"
      value={total}
      drawing={total > 0 && <Split counts={counts} />}
      note={
        total === 0 ? (
          'Likes, comments and shares'
        ) : (
          <span className={classes.counts}>
            {interactionTypes.map((type) => {
              const { name, Icon } = looks[type]
              return (
                <span key={type}>
                  <Icon size={13} aria-hidden />
                  {counts?.[type].toLocaleString('en-US') ?? ' '}
                  <span className="visually-hidden"> {name}</span>
                </span>
              )
            })}
          </span>
        )
      }
    />
  )
}

function Split({ counts }: { readonly counts: Record<InteractionType, number> | undefined }) {
  return (
    <span className={classes.split} aria-hidden>
      {counts &&
        interactionTypes.map(
          (type) =>
            counts[type] > 0 && (
              <i key={type} data-type={type} style={{ '--count': counts[type] } as CSSProperties} />
            ),
        )}
    </span>
  )
}

/** How many of the reports are of each type. */
interface SharesTileProps {
  readonly total: number
  /** What a share earns. */
  readonly worth: number | undefined
}

function SharesTile({ total, worth }: SharesTileProps) {
  const progress = useAchievementProgress(useIdle()).data?.data
  const badge = progress?.find(({ id }) => id === 'social_butterfly')
  const share = badge?.have != null && badge.need ? badge.have / badge.need : 1
  return (
    <StatTile
      label="Shares"
      value={total}
      drawing={
        total > 0 && (
          <span className={classes.track}>
            <Track size="thin" share={progress ? share : 0} />
          </span>
        )
      }
      note={
        <span className={classes.line}>
          {total === 0 && worth ? (
            `Each one is worth +${worth}`
          ) : progress ? (
            sharesNote(badge)
          ) : (
            <span className={classes.unknown}>{longestSharesNote}</span>
          )}
        </span>
      }
    />
  )
}

const longestSharesNote = '25 more for Social Butterfly'

function sharesNote(badge: ToAchieve | undefined): string {
  if (!badge) return 'Social Butterfly earned'
  const left = (badge.need ?? 0) - (badge.have ?? 0)
  return `${left.toLocaleString('en-US')} more for Social Butterfly`
}

/** How many days were added to the streak while the screen was open, and how many milestones it reached. */
function useStreakSteps(streakDays: number): { readonly days: number; readonly milestones: number } {
  const seen = useRef({ streakDays, days: 0, milestones: 0 })
  const { current } = seen
  if (current.streakDays !== streakDays) {
    const isReached = hasReachedMilestone(current.streakDays, streakDays)
    seen.current = {
      streakDays,
      days: current.days + (streakDays > current.streakDays ? 1 : 0),
      milestones: current.milestones + (isReached ? 1 : 0),
    }
  }
  return seen.current
}
