import { Skeleton } from '@mantine/core'
import { Loading } from '#web/ui/query-state.tsx'
import { DashboardLayout, useDashboardWidth } from './dashboard-layout.tsx'

/** The dashboard before the member is known: shapes of the size of its cards. */
export function DashboardSkeleton() {
  const width = useDashboardWidth()
  const isPhone = width === 'phone'
  const card = (height: number) => <Skeleton height={height} radius="lg" />
  return (
    <Loading what="your dashboard">
      <DashboardLayout
        width={width}
        isFeedFirst={false}
        news={null}
        today={card(isPhone ? 188 : 150)}
        welcome={card(isPhone ? 80 : 440)}
        progress={card(isPhone ? 80 : 122)}
        feed={card(560)}
        contest={card(320)}
        board={card(700)}
        streaks={card(430)}
        achievements={card(265)}
        activity={card(300)}
        quest={null}
        points={card(200)}
      />
    </Loading>
  )
}
