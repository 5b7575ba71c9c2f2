import { Skeleton } from '@mantine/core'
import * as classes from './achievement-tile.module.css'
import { AchievementTile, type AchievementTileProps } from './achievement-tile.tsx'

interface AchievementTilesProps {
  readonly tiles: readonly (AchievementTileProps & { readonly key: string })[]
  readonly label: string
}

/** Achievements in the given order, three in a row. */
export function AchievementTiles({ tiles, label }: AchievementTilesProps) {
  return (
    <ul className={classes.tiles} aria-label={label}>
      {tiles.map(({ key, ...tile }) => (
        <li key={key}>
          <AchievementTile {...tile} />
        </li>
      ))}
    </ul>
  )
}

/** Placeholders for `count` tiles. */
export function AchievementTilesSkeleton({ count }: { readonly count: number }) {
  return (
    <div className={classes.tiles}>
      {Array.from({ length: count }, (_, tile) => `tile-${tile}`).map((tile) => (
        <div key={tile} className={classes.tile}>
          <div className={classes.badge}>
            <Skeleton circle height={64} />
          </div>
          <Skeleton height={12} my={3} width={88} />
          <Skeleton height={10} my={3} width={64} />
        </div>
      ))}
    </div>
  )
}
