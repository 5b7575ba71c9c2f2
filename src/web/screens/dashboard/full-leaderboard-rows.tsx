import { Skeleton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { LeaderboardPage } from '#contract/leaderboard.ts'
import { useBoardRest } from '#web/api/leaderboard.ts'
import { LeaderRow } from '#web/parts/leader/leader-row.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import classes from './full-leaderboard.module.css'

const rowPx = 58
const rowsBeyondView = 8

interface FullLeaderboardRowsProps {
  readonly start: LeaderboardPage
  readonly search: string
  readonly userId: string
  /** Called when the member's own row scrolls into view or out of it. */
  readonly onOwnInViewChange: (isInView: boolean) => void
}

/** All rows of the leaderboard in a scrolling region. Only rows near the viewport are rendered and loaded. */
export function FullLeaderboardRows({ start, search, userId, onOwnInViewChange }: FullLeaderboardRowsProps) {
  const region = useRef<HTMLElement>(null)
  const virtualizer = useVirtualizer({
    count: start.total,
    getScrollElement: () => region.current,
    estimateSize: () => rowPx,
    overscan: rowsBeyondView,
  })
  const rows = virtualizer.getVirtualItems()
  const rest = useBoardRest(search, { first: rows[0]?.index ?? 0, last: rows.at(-1)?.index ?? 0 })
  const entryAt = (place: number) => start.data[place] ?? rest.get(place)

  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: -1 }
  const isOwnInView = rows.some(
    ({ index }) => index >= startIndex && index <= endIndex && entryAt(index)?.id === userId,
  )
  useEffect(() => onOwnInViewChange(isOwnInView), [isOwnInView, onOwnInViewChange])

  return (
    <ScrollRegion ref={region} className={classes.region} label="All members by rank">
      <AmongPeople people={[...start.data, ...rest.values()]}>
        <ol className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
          {rows.map(({ index, key, start: topPx }) => {
            const entry = entryAt(index)
            return (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                className={classes.placed}
                style={{ transform: `translateY(${topPx}px)` }}
                aria-setsize={start.total}
                aria-posinset={index + 1}
              >
                {entry ? (
                  <LeaderRow entry={entry} isOwn={entry.id === userId} />
                ) : (
                  <Skeleton height={40} my={9} />
                )}
              </li>
            )
          })}
        </ol>
      </AmongPeople>
    </ScrollRegion>
  )
}
