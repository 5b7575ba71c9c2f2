import { Button } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { ArrowRight, Flame } from 'lucide-react'
import type { CurrentUser } from '#contract/users.ts'
import { useStreakLeaders } from '#web/api/leaderboard.ts'
import { lazyDialog } from '#web/app/lazy.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { StreakList } from './streak-list.tsx'

const allStreaks = lazyDialog(async () => (await import('./all-streaks.tsx')).AllStreaks)
const rowHeight = 52

/** The members with the longest streaks, with a button that opens all that are known. */
export function StreakCard({ user }: { readonly user: CurrentUser }) {
  const query = useStreakLeaders()
  const [isAllOpen, { open, close }] = useDisclosure(false)
  const isWidest = useMediaQuery('(min-width: 100em)', undefined, { getInitialValueInEffect: false })
  const shownRows = isWidest ? 8 : 6
  const known = query.data?.data.length ?? 0
  return (
    <Card
      title="Streak Leaders"
      aside="days in a row"
      foot={
        known > shownRows && (
          <Button
            variant="subtle"
            size="xs"
            onClick={open}
            {...allStreaks.onIntent}
            aria-haspopup="dialog"
            rightSection={<ArrowRight size={15} aria-hidden />}
          >
            All streaks ({known})
          </Button>
        )
      }
    >
      <QueryState
        query={query}
        what="streak leaders"
        skeleton={<SkeletonRows count={shownRows} height={rowHeight} />}
      >
        {({ data }) =>
          data.length > 0 ? (
            <StreakList leaders={data} user={user} length={shownRows} />
          ) : (
            <EmptyState
              icon={Flame}
              title="No streaks yet"
              text="Report every day to build one. Your first report starts it."
            />
          )
        }
      </QueryState>
      <allStreaks.Dialog isOpen={isAllOpen} onClose={close} user={user} />
    </Card>
  )
}
