import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Achievement } from '#contract/achievements.ts'
import { absoluteTime, shortDay } from '#web/ui/time-words.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './achievement-tile.module.css'
import { Badge } from './badge.tsx'
import { type Progress, progressWords } from './progress-words.ts'
import { rarityNames } from './rarity-names.ts'

export interface AchievementTileProps {
  readonly achievement: Pick<Achievement, 'name' | 'icon' | 'rarity'>
  /** Null while it is locked. */
  readonly earnedAt: string | null
  /** How far a locked one has come; null where nothing can be counted. */
  readonly progress?: Progress | null
  /** Unlocked since badges were last seen: it is revealed once, when it comes into view. */
  readonly isNew?: boolean
  readonly onReveal?: () => void
}

/** One achievement: its badge, and the date it was earned or how far it has come. */
export function AchievementTile({
  achievement,
  earnedAt,
  progress = null,
  isNew = false,
  onReveal,
}: AchievementTileProps) {
  const { name, icon, rarity } = achievement
  const badge = useRef<HTMLDivElement>(null)
  const isRevealed = useFirstSight(badge, isNew)
  useEffect(() => {
    if (isRevealed) onReveal?.()
  }, [isRevealed, onReveal])
  return (
    <div className={classes.tile} data-locked={earnedAt === null || undefined}>
      <div ref={badge} className={classes.badge}>
        <Badge
          icon={icon}
          rarity={rarity}
          size={76}
          isLocked={earnedAt === null}
          progress={hasRing(progress) ? progress.have / progress.need : null}
          isRevealed={isRevealed}
        />
      </div>
      <p className={classes.name}>{name}</p>
      <p className={classes.line}>
        {earnedAt === null ? (
          <>
            <span className="visually-hidden">{rarityNames[rarity]}, </span>
            {progress ? progressWords(progress) : 'Locked'}
            {progress && <span className="visually-hidden">, locked</span>}
          </>
        ) : (
          <>
            <span>{rarityNames[rarity]} ·</span> <Earned at={earnedAt} />
          </>
        )}
      </p>
    </div>
  )
}

/** One that is got by a single report has no way that a ring could show. */
function hasRing(progress: Progress | null): progress is Progress {
  return progress !== null && progress.need > 1
}

function Earned({ at }: { readonly at: string }) {
  const now = useMinute()
  return (
    <span>
      <span className="visually-hidden">Earned </span>
      <time dateTime={at} title={absoluteTime(at)}>
        {shortDay(new Date(at), now)}
      </time>
    </span>
  )
}

/** True once the element has come into view while `isWanted` is true; false again when `isWanted` is. */
function useFirstSight(element: RefObject<HTMLElement | null>, isWanted: boolean): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!isWanted || !element.current) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return
        observer.disconnect()
        setIsSeen(true)
      },
      { threshold: 0.75 },
    )
    observer.observe(element.current)
    return () => {
      observer.disconnect()
      setIsSeen(false)
    }
  }, [element, isWanted])
  return isSeen
}
