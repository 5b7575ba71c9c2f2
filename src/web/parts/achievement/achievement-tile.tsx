import { Crown, Flame, Heart, Lock, type LucideIcon, Repeat2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { Achievement } from '#contract/achievements.ts'
import type { AchievementIcon, Rarity } from '#domain/achievements.ts'
import { absoluteTime, counted, shortDate } from '#web/ui/time-words.ts'
import classes from './achievement-tile.module.css'

export interface AchievementTileProps {
  readonly achievement: Pick<Achievement, 'name' | 'icon' | 'points' | 'rarity'>
  /** Null while it is locked. */
  readonly earnedAt: string | null
  /** Unlocked while the screen was open: the badge is revealed once, when it comes into view. */
  readonly isNew?: boolean
}

const icons: Readonly<Record<AchievementIcon, LucideIcon>> = {
  fire: Flame,
  share: Repeat2,
  crown: Crown,
  heart: Heart,
}

const rarityNames: Readonly<Record<Rarity, string>> = {
  common: 'Common',
  rare: 'Rare',
  epic: 'Epic',
  legendary: 'Legendary',
}

/** SVG outlines in a 64 × 64 box: circle, hexagon, shield, star. */
const outlines: Readonly<Record<Rarity, string>> = {
  common: 'M32 3a29 29 0 1 1 0 58a29 29 0 1 1 0-58z',
  rare: 'M32 3 57.1 17.5v29L32 61 6.9 46.5v-29z',
  epic: 'M32 3l25 8v20c0 15-10 25-25 30C17 56 7 46 7 31V11z',
  legendary: 'M32 3 42.9 18.5 61 24.1 49.6 39.2 49.9 58.2 32 52 14.1 58.2 14.4 39.2 3 24.1 21.1 18.5z',
}

/** One achievement: its badge, rarity, points and the date it was earned. */
export function AchievementTile({ achievement, earnedAt, isNew = false }: AchievementTileProps) {
  const { name, icon, points, rarity } = achievement
  const badge = useRef<HTMLDivElement>(null)
  const isRevealed = useFirstSight(badge, isNew)
  return (
    <div className={classes.tile} data-locked={earnedAt === null || undefined}>
      <div
        ref={badge}
        className={classes.badge}
        data-rarity={rarity}
        data-reveal={isRevealed || undefined}
        aria-hidden
      >
        <Badge icon={icon} rarity={rarity} isRevealed={isRevealed} />
        {earnedAt === null && (
          <span className={classes.lock}>
            <Lock size={12} strokeWidth={2} />
          </span>
        )}
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

interface BadgeProps {
  readonly icon: AchievementIcon
  readonly rarity: Rarity
  readonly isRevealed: boolean
}

function Badge({ icon, rarity, isRevealed }: BadgeProps) {
  const Icon = icons[icon]
  return (
    <>
      <svg className={classes.shape} viewBox="0 0 64 64" aria-hidden="true">
        <path className={classes.metal} d={outlines[rarity]} />
        {isRevealed && <path className={classes.sweep} d={outlines[rarity]} pathLength={100} />}
      </svg>
      <Icon className={classes.icon} size={24} strokeWidth={1.75} />
    </>
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
