import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { CurrentContest, Race, RaceLine } from '#contract/contests.ts'
import { addDays, daysBetween } from '#domain/days.ts'
import { metalOf } from '#domain/leaderboard.ts'
import { UserAvatar } from '#web/parts/member/user-avatar.tsx'
import * as classes from './race-chart.module.css'
import { isWeekend, linePath, type Plot, plotOf, scaleLines, spreadLabels } from './race-geometry.ts'
import { byPoints, raceDay, racerName, raceWords } from './race-words.ts'

interface RaceChartProps {
  readonly contest: CurrentContest
  readonly race: Race
  readonly ownId: string | undefined
}

/** Below this many pixels the labels are faces and points alone. */
const leastWithNames = 420
const labelGap = 23

/**
 * The points of a contest's first and of the member, as lines over its days. Pointing at a day, or choosing it with
 * the arrow keys, shows its figures.
 */
export function RaceChart({ contest, race, ownId }: RaceChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [day, setDay] = useState<number | null>(null)
  const last = race.days.length - 1
  const shownDay = day === null ? null : Math.min(day, last)
  if (last < 0) return <p className={classes.none}>The race begins with the first day.</p>
  const height = width < leastWithNames ? 250 : 330
  const all = race.members.flatMap(({ points }) => points)
  const plot = plotOf({
    width,
    height,
    days: daysBetween(contest.startDate, contest.endDate) + 1,
    daysSoFar: race.days.length,
    greatest: Math.max(1, ...all),
    least: Math.min(0, ...all),
    labelWidth: width < leastWithNames ? 88 : 150,
  })
  const pointAt = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().x + plot.left
    setDay(Math.max(0, Math.min(last, Math.floor((x - plot.left) / plot.step))))
  }
  return (
    <div ref={box} className={classes.race}>
      {width > 0 && (
        <>
          <svg
            width={width}
            height={height}
            role="img"
            aria-label={`Points by day: ${raceWords(race.members, last, ownId)}`}
          >
            <Ground contest={contest} plot={plot} width={width} greatest={Math.max(1, ...all)} />
            {shownDay !== null && <Band plot={plot} day={shownDay} kind="chosen" />}
            <Lines race={race} plot={plot} ownId={ownId} />
          </svg>
          <Ends members={race.members} plot={plot} ownId={ownId} hasNames={width >= leastWithNames} />
          <input
            type="range"
            className={classes.days}
            style={{
              left: plot.left,
              top: plot.top,
              width: plot.x(last + 1) - plot.left,
              height: plot.bottom - plot.top,
            }}
            aria-label="Day of the race"
            aria-valuetext={dayWords(race, shownDay ?? last, ownId)}
            min={0}
            max={last}
            value={shownDay ?? last}
            onChange={(event) => setDay(event.currentTarget.valueAsNumber)}
            onFocus={() => setDay((known) => known ?? last)}
            onBlur={() => setDay(null)}
            onPointerMove={pointAt}
            onPointerLeave={(event) => {
              if (event.currentTarget !== document.activeElement) setDay(null)
            }}
          />
          {shownDay !== null && (
            <DayCard race={race} day={shownDay} plot={plot} width={width} ownId={ownId} />
          )}
        </>
      )}
    </div>
  )
}

function dayWords({ days, members }: Race, day: number, ownId: string | undefined): string {
  const date = days[day]
  return date ? `${raceDay(date)}: ${raceWords(members, day, ownId)}` : ''
}

interface GroundProps {
  readonly contest: CurrentContest
  readonly plot: Plot
  readonly width: number
  readonly greatest: number
}

/** Weekends, the lines of the scale and the names of the weeks. */
function Ground({ contest, plot, width, greatest }: GroundProps) {
  const count = daysBetween(contest.startDate, contest.endDate) + 1
  const days = Array.from({ length: count }, (_, index) => ({
    index,
    day: addDays(contest.startDate, index),
  }))
  const format = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
  // A name every week, and fewer where they would not fit.
  const namedEvery = 7 * Math.max(1, Math.ceil(58 / (7 * plot.step)))
  return (
    <>
      {days.map(
        ({ index, day }) => isWeekend(day) && <Band key={day} plot={plot} day={index} kind="weekend" />,
      )}
      {scaleLines(greatest).map((points) => (
        <g key={points}>
          <line
            className={classes.grid}
            x1={plot.left}
            x2={plot.right}
            y1={plot.y(points)}
            y2={plot.y(points)}
          />
          <text x={plot.left - 8} y={plot.y(points) + 4} textAnchor="end">
            {short(points)}
          </text>
        </g>
      ))}
      {days
        .filter(({ index }) => index % namedEvery === 0 && plot.x(index) < width - 16)
        .map(({ index, day }) => (
          <text key={day} x={Math.max(plot.x(index), 18)} y={plot.bottom + 18} textAnchor="middle">
            {format.format(new Date(day))}
          </text>
        ))}
    </>
  )
}

/** `1,000`, and `25k` where there is no room for all digits. */
function short(points: number): string {
  return points >= 10_000 ? `${(points / 1000).toLocaleString('en-US')}k` : points.toLocaleString('en-US')
}

interface BandProps {
  readonly plot: Plot
  readonly day: number
  readonly kind: 'weekend' | 'chosen'
}

function Band({ plot, day, kind }: BandProps) {
  return (
    <rect
      className={classes.band}
      data-kind={kind}
      x={plot.x(day)}
      y={plot.top}
      width={plot.step}
      height={plot.bottom - plot.top}
    />
  )
}

interface LinesProps {
  readonly race: Race
  readonly plot: Plot
  readonly ownId: string | undefined
}

/** Drawn from the last to the first, and the member's own above all. */
function Lines({ race, plot, ownId }: LinesProps) {
  const end = plot.x(race.days.length)
  const lines = race.members.map((member, place) => ({ member, kind: kindOf(member, place, ownId) }))
  const inOrder = [
    ...lines.filter(({ kind }) => kind !== 'own').toReversed(),
    ...lines.filter(({ kind }) => kind === 'own'),
  ]
  return (
    <>
      <line className={classes.today} x1={end} x2={end} y1={plot.top - 8} y2={plot.bottom} />
      {inOrder.map(({ member, kind }) => (
        <path key={member.id} className={classes.line} data-kind={kind} d={linePath(member.points, plot)} />
      ))}
    </>
  )
}

function kindOf({ id }: RaceLine, place: number, ownId: string | undefined): string {
  return id === ownId ? 'own' : (metalOf(place + 1) ?? 'other')
}

interface EndsProps {
  readonly members: readonly RaceLine[]
  readonly plot: Plot
  readonly ownId: string | undefined
  readonly hasNames: boolean
}

/** Faces, names and points where the lines end. The chart's own name says the same. */
function Ends({ members, plot, ownId, hasNames }: EndsProps) {
  const days = members[0]?.points.length ?? 0
  const x = plot.x(days)
  const ends = members.map(({ points }) => plot.y(points.at(-1) ?? 0))
  const places = spreadLabels(ends, { gap: labelGap, top: plot.top, bottom: plot.bottom - 8 })
  return (
    <div aria-hidden>
      <svg className={classes.leaders} width="100%" height="100%" aria-hidden="true">
        {members.map((member, index) => (
          <path
            key={member.id}
            data-own={member.id === ownId || undefined}
            d={`M${x} ${ends[index]}L${x + 14} ${places[index]}`}
          />
        ))}
      </svg>
      {members.map((member, index) => (
        <span
          key={member.id}
          className={classes.end}
          style={{ left: x + 15, top: (places[index] ?? 0) - 11 }}
        >
          <UserAvatar person={member} size={22} />
          {hasNames && (
            <bdi
              className={classes.name}
              data-own={member.id === ownId || undefined}
              title={member.displayName}
            >
              {racerName(member, ownId)}
            </bdi>
          )}
          <b>{(member.points.at(-1) ?? 0).toLocaleString('en-US')}</b>
        </span>
      ))}
    </div>
  )
}

interface DayCardProps {
  readonly race: Race
  readonly day: number
  readonly plot: Plot
  readonly width: number
  readonly ownId: string | undefined
}

/** The figures of one day, beside its band. The choice of days says the same to screen readers. */
function DayCard({ race, day, plot, width, ownId }: DayCardProps) {
  const date = race.days[day]
  if (!date) return null
  const isRight = plot.x(day) > width / 2
  const side = isRight ? { right: width - plot.x(day) + 8 } : { left: plot.x(day + 1) + 8 }
  return (
    <div className={classes.card} style={{ ...side, top: plot.top }} aria-hidden>
      <p className={classes.date}>{raceDay(date)}</p>
      {byPoints(race.members, day).map((member) => (
        <p key={member.id} className={classes.figure} data-own={member.id === ownId || undefined}>
          <bdi>{racerName(member, ownId)}</bdi>
          <b>{(member.points[day] ?? 0).toLocaleString('en-US')}</b>
        </p>
      ))}
    </div>
  )
}

/** An element's width in pixels, 0 until it is known. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return width
}
