import { useRef } from 'react'
import { useAllActivities } from '#web/api/activities.ts'
import { ActivityList } from '#web/parts/activity/activity-list.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import { WideDialog } from '#web/ui/wide-dialog.tsx'
import * as classes from './all-activity.module.css'

/** All team activities, loaded page by page. */
export function AllActivity({ isOpen, onClose }: DialogProps) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Team Activity">
      <Pages />
    </WideDialog>
  )
}

function Pages() {
  const query = useAllActivities(true)
  const region = useRef<HTMLElement>(null)
  return (
    <QueryState query={query} what="team activity" skeleton={<SkeletonRows count={8} height={54} />}>
      {({ pages }) => (
        <ScrollRegion ref={region} className={classes.region} label="All activity, newest first">
          <ActivityList activities={pages.flatMap((page) => page.data)} label="All activity" hasApplause />
          <LoadMore what="activity" query={query} region={region} />
        </ScrollRegion>
      )}
    </QueryState>
  )
}
