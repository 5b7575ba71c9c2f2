import { lazyPart } from '#web/app/lazy.tsx'

/** How much waits for reviewers, at the entry of their screen. */
export const WaitingCount = lazyPart(async () => (await import('./review-count.tsx')).ReviewCount)
