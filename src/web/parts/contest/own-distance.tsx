import { ToPass } from '#web/parts/leader/distance.tsx'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { counted } from '#web/ui/time-words.ts'
import type { OwnPlace } from './use-own-place.ts'

interface OwnDistanceProps {
  readonly place: OwnPlace
  /** Nobody can be passed any more. */
  readonly isOver: boolean
}

/** How far the member is from the next place, or the leader from the second: "175 points to pass Tomasz". */
export function OwnDistance({ place, isOver }: OwnDistanceProps) {
  const { own, next, behind } = place
  if (isOver) return <>{counted(own.monthlyPoints, 'point')} at the end</>
  if (next) return <ToPass by={next.by} above={next.above} />
  if (!behind) return <>{counted(own.monthlyPoints, 'point')}, and first in the contest</>
  const name = <FirstName person={behind.below} />
  if (behind.by === 0) return <>Level with {name}</>
  return (
    <>
      <b>{counted(behind.by, 'point')}</b> ahead of {name}
    </>
  )
}
