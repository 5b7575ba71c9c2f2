import { Crown, Flame, Heart, type LucideIcon, Repeat2 } from 'lucide-react'
import { type CSSProperties, useId } from 'react'
import type { AchievementIcon, Rarity } from '#domain/achievements.ts'
import * as classes from './badge.module.css'

interface BadgeProps {
  readonly icon: AchievementIcon
  readonly rarity: Rarity
  /** Pixels. */
  readonly size: number
  readonly isLocked?: boolean
  /** For a locked badge, from 0 to 1: closes a ring around it. Without it the outline is dashed. */
  readonly progress?: number | null
  /** Closes the ring once, which then fades. */
  readonly isRevealed?: boolean
}

const icons: Readonly<Record<AchievementIcon, LucideIcon>> = {
  fire: Flame,
  share: Repeat2,
  crown: Crown,
  heart: Heart,
}

const metals: Readonly<Record<Rarity, 'bronze' | 'silver' | 'gold'>> = {
  common: 'bronze',
  rare: 'silver',
  epic: 'gold',
  legendary: 'gold',
}

/** SVG outlines in a 64 × 64 box: circle, hexagon, shield, star. */
export const outlines: Readonly<Record<Rarity, string>> = {
  common: 'M32 4a28 28 0 1 1 0 56a28 28 0 1 1 0-56z',
  rare: 'M31 3.6a2 2 0 0 1 2 0l23 13.1a2 2 0 0 1 1 1.8v26.9a2 2 0 0 1-1 1.8L33 60.4a2 2 0 0 1-2 0L8 47.2a2 2 0 0 1-1-1.8V18.5a2 2 0 0 1 1-1.8z',
  epic: 'M32 3c7.8 5 15 7 23 7a2.5 2.5 0 0 1 2.5 2.5V31c0 15-10 24-25.5 30C16.5 55 6.5 46 6.5 31V12.5A2.5 2.5 0 0 1 9 10c8 0 15.2-2 23-7z',
  legendary:
    'M32 2.5 38.3 8.3 46.8 6.5 49.3 14.7 57.5 17.3 55.7 25.7 61.5 32 55.7 38.3 57.5 46.7 49.3 49.3 46.8 57.5 38.3 55.7 32 61.5 25.7 55.7 17.3 57.5 14.7 49.3 6.5 46.8 8.3 38.3 2.5 32 8.3 25.7 6.5 17.2 14.7 14.7 17.2 6.5 25.7 8.3z',
}

/** The badge of an achievement: its shape is its rarity, its metal its rank. Its name stands beside it. */
export function Badge({ icon, rarity, size, isLocked = false, progress, isRevealed = false }: BadgeProps) {
  const gradient = useId()
  const Icon = icons[icon]
  const outline = outlines[rarity]
  const hasRing = isLocked && progress != null
  return (
    <span
      className={classes.badge}
      style={{ '--badge': `${size}px` } as CSSProperties}
      data-metal={metals[rarity]}
      data-rarity={rarity}
      data-locked={isLocked || undefined}
      data-ring={hasRing || undefined}
      data-reveal={isRevealed || undefined}
      aria-hidden
    >
      {hasRing && <Ring progress={progress} />}
      {isRevealed && <Ring progress={1} />}
      <svg className={classes.shape} viewBox="0 0 64 64" aria-hidden="true">
        {!isLocked && (
          <linearGradient id={gradient} x1="0" y1="0" x2="1" y2="1">
            <stop className={classes.high} />
            <stop className={classes.low} offset="0.5" />
            <stop className={classes.high} offset="0.72" />
            <stop className={classes.low} offset="1" />
          </linearGradient>
        )}
        <path className={classes.rim} d={outline} fill={isLocked ? undefined : `url(#${gradient})`} />
        {!isLocked && <path className={classes.plate} d={outline} />}
      </svg>
      <Icon className={classes.icon} data-icon={icon} strokeWidth={1.9} />
    </span>
  )
}

const ringLength = 100

function Ring({ progress }: { readonly progress: number }) {
  const closed = Math.min(1, Math.max(0, progress)) * ringLength
  return (
    <svg className={classes.ring} viewBox="0 0 80 80" aria-hidden="true">
      <circle cx="40" cy="40" r="37" />
      {closed > 0 && (
        <circle
          className={classes.closed}
          cx="40"
          cy="40"
          r="37"
          pathLength={ringLength}
          strokeDasharray={`${closed} ${2 * ringLength}`}
        />
      )}
    </svg>
  )
}
