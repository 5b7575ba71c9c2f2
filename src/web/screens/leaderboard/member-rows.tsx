import { Skeleton } from '@mantine/core'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import {
  type LeaderboardEntry,
  type LeaderboardPage,
  leaderboardPageSize,
  type Neighbours,
} from '#contract/leaderboard.ts'
import type { MarkedSince } from '#domain/leaderboard.ts'
import type { BoardPart } from '#web/api/board-page.ts'
import { useBoardRest } from '#web/api/board-rest.ts'
import { useGained } from '#web/parts/leader/use-board.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { MemberRow } from './member-row.tsx'
import * as classes from './member-rows.module.css'

const rowPx = 52
const rowsBeyondView = 8
const phone = '(max-width: 47.99em)'

interface MemberRowsProps {
  readonly start: LeaderboardPage
  readonly part: BoardPart
  readonly since: MarkedSince
  /** The places that are shown, from 0; `to` is the first that is not. */
  readonly range: { readonly from: number; readonly to: number }
  readonly around: Neighbours<LeaderboardEntry> | null
  readonly userId: string
  /** The place at which a phone opens; null for the first. */
  readonly ownPlace: number | null
}

/** Rows of a board, which scroll with the page. Only those near the window are rendered and loaded. */
export function MemberRows({ start, part, since, range, around, userId, ownPlace }: MemberRowsProps) {
  const list = useRef<HTMLOListElement>(null)
  const [topPx, setTopPx] = useState(0)
  useLayoutEffect(() => {
    if (list.current) setTopPx(list.current.getBoundingClientRect().top + window.scrollY)
  }, [])
  const virtualizer = useWindowVirtualizer({
    count: range.to - range.from,
    estimateSize: () => rowPx,
    overscan: rowsBeyondView,
    scrollMargin: topPx,
  })
  const rows = virtualizer.getVirtualItems()
  const placeOf = (index: number) => range.from + index
  const places = { first: placeOf(rows[0]?.index ?? 0), last: placeOf(rows.at(-1)?.index ?? 0) }
  const rest = useBoardRest(part, places)
  const offset = Math.floor(places.first / leaderboardPageSize) * leaderboardPageSize
  const gained = useGained(part.window, { since, offset })
  useOpenAtOwn(ownPlace === null ? null : ownPlace - range.from, (index) =>
    virtualizer.scrollToIndex(index, { align: 'center' }),
  )
  return (
    <AmongPeople people={[...start.data, ...rest.values()]}>
      <div className={classes.heads} aria-hidden>
        <span>#</span>
        <span />
        <span>Name</span>
        <span />
        <span className={classes.figure}>Engagements</span>
        <span className={classes.figure}>Shares</span>
        <span className={classes.figure}>Points</span>
      </div>
      <ol
        ref={list}
        className={classes.rows}
        style={{ height: virtualizer.getTotalSize() }}
        aria-label="All members by rank"
      >
        {rows.map(({ index, key, start: atPx }) => {
          const place = placeOf(index)
          const entry = start.data[place] ?? rest.get(place)
          return (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.placed}
              style={{ transform: `translateY(${atPx - topPx}px)` }}
              aria-setsize={start.total}
              aria-posinset={place + 1}
            >
              {entry ? (
                <MemberRow
                  entry={entry}
                  places={gained(entry)}
                  since={since}
                  isOwn={entry.id === userId}
                  around={entry.id === userId ? around : null}
                />
              ) : (
                <Skeleton height={36} my={8} />
              )}
            </li>
          )
        })}
      </ol>
    </AmongPeople>
  )
}

/** Scrolls a phone to the member's own row, once it is known. The focus stays where it is. */
function useOpenAtOwn(index: number | null, scrollTo: (index: number) => void): void {
  const isDone = useRef(false)
  const scroll = useRef(scrollTo)
  scroll.current = scrollTo
  useEffect(() => {
    if (isDone.current || index === null) return
    // A new screen first scrolls to its top.
    const frame = requestAnimationFrame(() => {
      isDone.current = true
      if (window.matchMedia(phone).matches) scroll.current(index)
    })
    return () => cancelAnimationFrame(frame)
  }, [index])
}
