import { Skeleton } from '@mantine/core'
import { SkeletonRows } from '#web/ui/query-state.tsx'
import classes from './post-card.module.css'

/** Placeholders in the shape of post cards. */
export function PostSkeletons({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, row) => `post-${row}`).map((key) => (
    <div key={key} className={classes.skeleton}>
      <SkeletonRows count={1} height={40} />
      <Skeleton height={14} />
      <Skeleton height={14} width="80%" />
      <Skeleton height={44} />
    </div>
  ))
}
