import { Skeleton } from '@mantine/core'
import { Heart, MessageCircle, Repeat2 } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { usePointsConfigurations } from '#web/api/points.ts'
import { Card } from '#web/ui/card.tsx'
import { QueryState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import classes from './points-card.module.css'
import { type PointsLine, pointsTable } from './points-table.ts'

const looks = {
  like: { name: 'Like a post', Icon: Heart },
  comment: { name: 'Comment on a post', Icon: MessageCircle },
  share: { name: 'Share a post', Icon: Repeat2 },
} as const

/** What a report earns under the active rules. */
export function PointsCard() {
  const query = usePointsConfigurations()
  return (
    <Card title="How to Earn Points">
      <QueryState
        query={query}
        what="points rules"
        skeleton={['like', 'comment', 'share'].map((row) => <Skeleton key={row} height={20} my={12} />)}
      >
        {({ data }) => (
          <ul className={classes.lines}>
            {pointsTable(data).map((line) => (
              <Line key={line.type} line={line} />
            ))}
          </ul>
        )}
      </QueryState>
      <p className={classes.note}>
        Like, comment or share on the post itself, then report it here. You can undo a report for 5 minutes.
      </p>
      <ScreenLink href={paths.adminPoints} className={classes.all}>
        All points rules
      </ScreenLink>
    </Card>
  )
}

function Line({ line }: { readonly line: PointsLine }) {
  const { name, Icon } = looks[line.type]
  return (
    <li className={classes.line}>
      <Icon className={classes.icon} size={20} strokeWidth={1.75} aria-hidden />
      <div>
        {name}
        {[...line.exceptions, ...(line.streakBonus ? [line.streakBonus] : [])].map((text) => (
          <p key={text} className={classes.exception}>
            {text}
          </p>
        ))}
      </div>
      <span className={classes.points}>
        +{line.points}
        <span className="visually-hidden">{line.points === 1 ? ' point' : ' points'}</span>
      </span>
    </li>
  )
}
