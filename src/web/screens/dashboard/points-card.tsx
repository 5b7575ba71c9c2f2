import { Skeleton } from '@mantine/core'
import { Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { usePointsConfigurations } from '#web/api/points.ts'
import { type PointsLine, pointsTable } from '#web/parts/points/points-table.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './points-card.module.css'

const looks = {
  like: { name: 'Like', Icon: Heart },
  comment: { name: 'Comment', Icon: MessageCircle },
  share: { name: 'Share', Icon: Repeat2 },
} as const

/** What a report earns under the active rules. */
export function PointsCard() {
  const query = usePointsConfigurations()
  return (
    <Card title="How to Earn Points">
      <QueryState query={query} what="points rules" skeleton={<Skeleton height={82} radius="md" />}>
        {({ data }) => <Lines lines={pointsTable(data)} />}
      </QueryState>
      <p className={classes.note}>
        Do it on the network, then report it here. You have five minutes to undo.{' '}
        <ScreenLink href={paths.adminPoints} className={classes.all}>
          All points rules
        </ScreenLink>
      </p>
    </Card>
  )
}

function Lines({ lines }: { readonly lines: readonly PointsLine[] }) {
  const special = lines.flatMap(({ type, exceptions, streakBonus }) =>
    [...exceptions, ...(streakBonus ? [streakBonus] : [])].map((text) => ({ type, text })),
  )
  return (
    <>
      <ul className={classes.cells}>
        {lines.map(({ type, points }) => {
          const { name, Icon } = looks[type]
          return (
            <li key={type} className={classes.cell}>
              <Icon size={20} aria-hidden />
              {name}
              {points > 0 && (
                <b>
                  +{points.toLocaleString('en-US')}
                  <span className="visually-hidden">{points === 1 ? ' point' : ' points'}</span>
                </b>
              )}
            </li>
          )
        })}
      </ul>
      {special.length > 0 && (
        <ul className={classes.special}>
          {special.map(({ type, text }) => (
            <li key={`${type} ${text}`}>
              {looks[type].name}: {text}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
