import { lazyPart } from '#web/app/lazy.tsx'
import { SkeletonRows } from '#web/ui/query-state.tsx'

/** The table in a script of its own, along with the pictures of its rows. */
export const StatementTable = lazyPart(async () => (await import('./statement-table.tsx')).StatementTable, {
  waiting: <SkeletonRows count={8} height={46} hasAvatar={false} />,
  failed: <p>The statement could not be loaded. Check your connection and reload the page.</p>,
})
