import { useMemo, useRef } from 'react'
import type { LeaderboardEntry, Neighbours } from '#contract/leaderboard.ts'
import { useReorderMotion } from '#web/parts/leader/leader-motion.ts'
import { EngagementFacts, PlaceRow, PointsScore } from '#web/parts/leader/leader-row.tsx'
import { Movement } from '#web/parts/leader/movement.tsx'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { useCountUp } from '#web/ui/use-count-up.ts'
import * as classes from './board.module.css'
import { boardPlaces } from './board-places.ts'
import { GapRow } from './gap-row.tsx'
import { type Passed, usePassed } from './passed.ts'
import { PodiumPlace } from './podium-place.tsx'

interface BoardProps {
  /** The first page, best first. */
  readonly page: readonly LeaderboardEntry[]
  readonly ownId: string
  /** The member's place, if it is behind the page. */
  readonly around: Neighbours<LeaderboardEntry> | null
  readonly gained: (entry: LeaderboardEntry) => number
}

/** The first three on a podium, then the member between the neighbours. Rows glide to new places. */
export function Board({ page, ownId, around, gained }: BoardProps) {
  const list = useRef<HTMLOListElement>(null)
  const { podium, between, rows } = useMemo(() => boardPlaces(page, ownId, around), [page, ownId, around])
  const people = useMemo(() => [...podium, ...rows], [podium, rows])
  const passed = usePassed(page.some(({ id }) => id === ownId) ? page : people, ownId)
  useReorderMotion(
    list,
    people.map(({ id }) => id),
    passed && ownId,
  )
  const own = people.find(({ id }) => id === ownId)
  return (
    <AmongPeople people={people}>
      <ol ref={list} className={classes.board} aria-label="Team leaderboard">
        {podium.map((entry, place) => (
          <li key={entry.id} data-motion-key={entry.id} data-step={place + 1}>
            <PodiumPlace entry={entry} isOwn={entry.id === ownId} step={place + 1} />
          </li>
        ))}
        {rows.map((entry, place) => (
          <li
            key={entry.id}
            data-motion-key={entry.id}
            data-passed={(entry.id === ownId && passed !== null) || undefined}
          >
            {place === 0 && between > 0 && <GapRow count={between} />}
            {entry.id === ownId ? (
              <OwnRow own={entry} passed={passed} places={gained(entry)} />
            ) : (
              <OtherRow entry={entry} own={own} places={gained(entry)} />
            )}
          </li>
        ))}
      </ol>
    </AmongPeople>
  )
}

interface OwnRowProps {
  readonly own: LeaderboardEntry
  readonly passed: Passed | null
  readonly places: number
}

function OwnRow({ own, passed, places }: OwnRowProps) {
  const points = useCountUp(own.totalPoints)
  return (
    <PlaceRow
      place={own}
      isOwn
      aside={
        passed ? (
          <span className={classes.mark}>
            <Movement places={passed.places} />
          </span>
        ) : (
          <Movement places={places} />
        )
      }
      fact={
        passed ? (
          <span className={classes.news}>
            You passed <FirstName person={passed.person} />
          </span>
        ) : (
          <EngagementFacts entry={own} />
        )
      }
      score={
        <span className={classes.total} data-gained={passed !== null || undefined}>
          <PointsScore points={points} />
        </span>
      }
    />
  )
}

interface OtherRowProps {
  readonly entry: LeaderboardEntry
  /** Undefined while the member has no place. */
  readonly own: LeaderboardEntry | undefined
  readonly places: number
}

function OtherRow({ entry, own, places }: OtherRowProps) {
  return (
    <PlaceRow
      place={entry}
      isOwn={false}
      aside={<Movement places={places} />}
      fact={own ? <span>{distanceWords(entry, own)}</span> : <EngagementFacts entry={entry} />}
      score={<PointsScore points={entry.totalPoints} />}
    />
  )
}

function distanceWords(entry: LeaderboardEntry, own: LeaderboardEntry): string {
  const by = entry.totalPoints - own.totalPoints
  if (by === 0) return 'Level with you'
  return `${Math.abs(by).toLocaleString('en-US')} ${by > 0 ? 'ahead of you' : 'behind you'}`
}
