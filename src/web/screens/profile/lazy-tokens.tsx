import { lazyPart } from '#web/app/lazy.tsx'
import { SkeletonRows } from '#web/ui/query-state.tsx'

/** The access tokens in a script of their own, because few members need them. */
export const Tokens = lazyPart(async () => (await import('./tokens.tsx')).Tokens, {
  waiting: <SkeletonRows count={2} hasAvatar={false} />,
  failed: <p>The access tokens could not be loaded. Check your connection and reload the page.</p>,
})
