import { testBrand } from '#domain/posts.ts'
import type { Deps } from '#server/deps.ts'
import { pushPost } from '#server/features/posts/commands.ts'
import { listPostsSince } from '#server/features/posts/store.ts'

const shownPosts = 3
const recentMs = 7 * 86_400_000

/** Lets the channel have the messages about the latest posts, on which one can report there. */
export async function announceLatest(deps: Deps): Promise<void> {
  const since = new Date(deps.clock.now().getTime() - recentMs)
  const latest = (await listPostsSince(deps.db, since)).filter(({ brand }) => brand !== testBrand)
  for (const post of latest.slice(0, shownPosts).reverse())
    await deps.db.transaction((tx) => pushPost(deps, tx, post))
}
