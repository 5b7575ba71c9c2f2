import { useId } from 'react'
import type { AchievementIcon, Rarity } from '#domain/achievements.ts'
import { Badge, outlines } from './badge.tsx'
import * as classes from './unlocked-badge.module.css'

const size = 92
const centre = 72
const rayStart = 58
/** Of every second ray; the others are the second length. */
const rayLengths = [10, 6] as const
const rays = Array.from({ length: 12 }, (_, at) => {
  const length = rayLengths[at % 2] ?? 0
  return { key: `ray-${at}`, angle: at * 30, end: centre + rayStart + length }
})

interface UnlockedBadgeProps {
  readonly icon: AchievementIcon
  readonly rarity: Rarity
}

/** A badge at the moment it is unlocked: light runs over its metal once, and rays are drawn around it. */
export function UnlockedBadge({ icon, rarity }: UnlockedBadgeProps) {
  const clip = useId()
  return (
    <span className={classes.unlocked} aria-hidden>
      <Badge icon={icon} rarity={rarity} size={size} />
      <svg className={classes.metal} viewBox="0 0 64 64" aria-hidden="true">
        <clipPath id={clip}>
          <path d={outlines[rarity]} />
        </clipPath>
        <g clipPath={`url(#${clip})`}>
          <path className={classes.light} d="M24-4h11L20 70H9z" />
        </g>
      </svg>
      <svg className={classes.rays} viewBox="0 0 144 144" aria-hidden="true">
        {rays.map(({ key, angle, end }) => (
          <path
            key={key}
            d={`M${centre + rayStart} ${centre}H${end}`}
            transform={`rotate(${angle} ${centre} ${centre})`}
            pathLength={1}
          />
        ))}
      </svg>
    </span>
  )
}
