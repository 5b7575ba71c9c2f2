import { Skeleton } from '@mantine/core'
import { Share2 } from 'lucide-react'
import type { Analytics } from '#contract/analytics.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { StatTile } from '#web/ui/stat-tile.tsx'
import { BarList } from './bar-list.tsx'
import { Card } from './card.tsx'
import { inFigures, percentOf } from './figures.ts'
import classes from './totals.module.css'

/** The programme's totals and their breakdown. */
export function Totals({ figures }: { readonly figures: Analytics }) {
  const { userActivity, companyPosts } = figures
  return (
    <div className={classes.totals}>
      <ul className={classes.tiles}>
        <StatTile label="Total Shares" value={figures.totalShares} note="User shares and company posts" />
        <StatTile label="Total Users" value={figures.totalUsers} note="Without disabled accounts" />
        <StatTile label="Total Points" value={figures.totalPoints} note="Of all user shares" />
        <StatTile label="Total Engagement" value={figures.totalEngagement} note="On shares and posts" />
      </ul>
      <div className={classes.cards}>
        <Card title="User Activity (Honor System)">
          <Facts
            facts={[
              ['User shares', userActivity.shares],
              ['Points earned', userActivity.points],
              ['User engagement', userActivity.engagement],
            ]}
          />
        </Card>
        <Card title="Company Post Performance">
          <Facts
            facts={[
              ['Company posts', companyPosts.posts],
              ['Company engagement', companyPosts.engagement],
            ]}
          />
        </Card>
      </div>
      <Card title="Platform Distribution" note="User shares by platform">
        <Platforms figures={figures} />
      </Card>
    </div>
  )
}

export function TotalSkeletons() {
  return (
    <div className={classes.tiles}>
      {['shares', 'users', 'points', 'engagement'].map((tile) => (
        <div key={tile} className={classes.skeleton}>
          <Skeleton height={12} width="60%" />
          <Skeleton height={28} width="45%" mt={12} />
          <Skeleton height={10} width="80%" mt={12} />
        </div>
      ))}
    </div>
  )
}

function Facts({ facts }: { readonly facts: readonly (readonly [string, number])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{inFigures(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Platforms({ figures: { platforms, userActivity } }: { readonly figures: Analytics }) {
  if (platforms.length === 0)
    return <EmptyState icon={Share2} title="No User Shares" text="Shares by members show up here." />
  return (
    <BarList
      label="User shares by platform"
      bars={platforms.map(({ platform, shares }) => ({
        key: platform,
        title: platformNames[platform],
        value: `${inFigures(shares)} (${percentOf(shares, userActivity.shares)}%)`,
        part: shares / userActivity.shares,
      }))}
    />
  )
}
