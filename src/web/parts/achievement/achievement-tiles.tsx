import { Skeleton } from '@mantine/core'
import classes from './achievement-tile.module.css'
import { AchievementTile, type AchievementTileProps } from './achievement-tile.tsx'

interface AchievementTilesProps {
  readonly tiles: readonly (AchievementTileProps & { readonly key: string })[]
  readonly label: string
}

/** Achievements in the given order, three in a row where there is room. */
export function AchievementTiles({ tiles, label }: AchievementTilesProps) {
  return (
    <div className={classes.box}>
      <ul className={classes.tiles} aria-label={label}>
        {tiles.map(({ key, ...tile }) => (
          <li key={key}>
            <AchievementTile {...tile} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Placeholders for `count` tiles. */
export function AchievementTilesSkeleton({ count }: { readonly count: number }) {
  return (
    <div className={classes.box}>
      <div className={classes.tiles}>
        {Array.from({ length: count }, (_, tile) => `tile-${tile}`).map((tile) => (
          <div key={tile} className={classes.tile}>
            <Skeleton circle height={64} />
            <div className={classes.placeholder}>
              <Skeleton height={12} my={4} width={96} />
              <Skeleton height={10} my={3} width={72} />
              <Skeleton height={10} my={3} width={72} />
            </div>
          </div>
        ))}
      </div>
    </div>
  )
}
