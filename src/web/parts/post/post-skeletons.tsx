import { Skeleton } from '@mantine/core'
import { SkeletonRows } from '#web/ui/query-state.tsx'
import * as classes from './post-card.module.css'

interface PostSkeletonsProps {
  readonly count: number
  readonly place: 'dashboard' | 'feed'
}

/** Placeholders in the shape of post cards. */
export function PostSkeletons({ count, place }: PostSkeletonsProps) {
  return Array.from({ length: count }, (_, row) => `post-${row}`).map((key) => (
    <div key={key} className={classes.card} data-place={place} data-waiting>
      <SkeletonRows count={1} height={40} />
      <div className={classes.skeletonText}>
        <Skeleton height={14} />
        <Skeleton height={14} width="80%" />
        {place === 'feed' && <Skeleton height={280} radius={10} />}
        <Skeleton height={40} mt={18} radius={8} />
      </div>
    </div>
  ))
}
