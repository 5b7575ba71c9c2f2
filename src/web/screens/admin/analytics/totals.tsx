import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { type Analytics, pointsSources } from '#contract/analytics.ts'
import { ChangeMark } from './change-mark.tsx'
import { type Change, changeOf, inFigures } from './figures.ts'
import { Sparkline } from './sparkline.tsx'
import * as classes from './totals.module.css'

/** The five figures, each with how it changed against the period before. */
export function Totals({ figures }: { readonly figures: Analytics }) {
  const { totalShares, totalUsers, totalPoints, totalEngagement, userActivity, companyPosts, period } =
    figures
  const { days, current, before, pointsPerDay } = period
  const awarded = pointsOf(current)
  return (
    <ul className={classes.tiles}>
      <Tile
        label="Points awarded"
        value={awarded}
        change={changeOf(awarded, pointsOf(before))}
        days={days}
        note={sourcesText(current.points)}
      >
        <Sparkline values={pointsPerDay.map(({ points }) => points)} />
      </Tile>
      <Tile
        label="Total Shares"
        value={totalShares}
        change={changeOf(current.shares + current.posts, before.shares + before.posts)}
        days={days}
        note={`${inFigures(userActivity.shares)} by colleagues, ${inFigures(companyPosts.posts)} company posts; ${inFigures(current.shares + current.posts)} new`}
      />
      <Tile
        label="Total Users"
        value={totalUsers}
        change={changeOf(current.activeMembers, before.activeMembers)}
        days={days}
        note={`${inFigures(current.activeMembers)} active in these ${days} days`}
      />
      <Tile
        label="Total Points"
        value={totalPoints}
        change={null}
        days={days}
        note={`of all shares; members hold ${inFigures(userActivity.points)}. Reports in these ${days} days: ${inFigures(current.points.reports)}`}
      />
      <Tile
        label="Total Engagement"
        value={totalEngagement}
        change={changeOf(current.engagement, before.engagement)}
        days={days}
        note={`on shares and posts; ${inFigures(current.engagement)} on those of these ${days} days`}
      />
    </ul>
  )
}

type Points = Analytics['period']['current']['points']

function pointsOf({ points }: { readonly points: Points }): number {
  return pointsSources.reduce((sum, source) => sum + points[source], 0)
}

const sourceNames = {
  reports: 'reports',
  achievements: 'badges',
  shares: 'shares',
  clicks: 'links',
  corrections: 'corrections',
} as const satisfies Readonly<Record<keyof Points, string>>

function sourcesText(points: Points): string {
  const earned = pointsSources.filter((source) => points[source] !== 0)
  const parts = earned.map((source) => `${sourceNames[source]} ${inFigures(points[source])}`)
  return parts.join(' · ') || 'None in this period'
}

interface TileProps {
  readonly label: string
  readonly value: number
  readonly change: Change | null
  readonly days: number
  readonly note: string
  readonly children?: ReactNode
}

function Tile({ label, value, change, days, note, children }: TileProps) {
  return (
    <li className={classes.tile}>
      <div className={classes.line}>
        <p className={classes.label}>{label}</p>
        <ChangeMark change={change} days={days} />
      </div>
      <p className={classes.value}>{inFigures(value)}</p>
      {children}
      <p className={classes.note}>{note}</p>
    </li>
  )
}

/** In the place of the story and the figures while they load. */
export function TotalSkeletons() {
  return (
    <>
      <Skeleton component="span" className={classes.story} />
      <div className={classes.skeletons}>
        {['shares', 'users', 'points', 'engagement'].map((tile) => (
          <div key={tile} className={classes.tile}>
            <Skeleton height={12} width="60%" />
            <Skeleton height={28} width="45%" mt={12} />
            <Skeleton height={10} width="80%" mt={12} />
          </div>
        ))}
      </div>
    </>
  )
}
