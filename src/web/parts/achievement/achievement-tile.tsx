import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Achievement } from '#contract/achievements.ts'
import type { Rarity } from '#domain/achievements.ts'
import { absoluteTime, counted, shortDate } from '#web/ui/time-words.ts'
import classes from './achievement-tile.module.css'
import { Badge } from './badge.tsx'

export interface AchievementTileProps {
  readonly achievement: Pick<Achievement, 'name' | 'icon' | 'points' | 'rarity'>
  /** Null while it is locked. */
  readonly earnedAt: string | null
  /** How far a locked one has come; null where nothing can be counted. */
  readonly progress?: { readonly have: number; readonly need: number } | null
  /** Unlocked while the screen was open: the badge is revealed once, when it comes into view. */
  readonly isNew?: boolean
}

const rarityNames: Readonly<Record<Rarity, string>> = {
  common: 'Common',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
}

/** One achievement: its badge, rarity, points and the date it was earned. */
export function AchievementTile({
  achievement,
  earnedAt,
  progress = null,
  isNew = false,
}: AchievementTileProps) {
  const { name, icon, points, rarity } = achievement
  const badge = useRef<HTMLDivElement>(null)
  const isRevealed = useFirstSight(badge, isNew)
  return (
    <div className={classes.tile} data-locked={earnedAt === null || undefined}>
      <div ref={badge} className={classes.badge}>
        <Badge
          icon={icon}
          rarity={rarity}
          size={76}
          isLocked={earnedAt === null}
          progress={progress && progress.have / progress.need}
          isRevealed={isRevealed}
        />
      </div>
      <div className={classes.text}>
        <p className={classes.name}>{name}</p>
        <p className={classes.line}>
          <span className={classes.rarity}>{rarityNames[rarity]}</span>
          {points > 0 && <span> · +{counted(points, 'point')}</span>}
        </p>
        <p className={classes.line}>
          {earnedAt === null ? (
            'Locked'
          ) : (
            <>
              Earned{' '}
              <time dateTime={earnedAt} title={absoluteTime(earnedAt)}>
                {shortDate(earnedAt)}
              </time>
            </>
          )}
        </p>
      </div>
    </div>
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
