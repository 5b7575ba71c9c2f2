import type { ReactNode } from 'react'
import type { FeedPost } from '#contract/posts.ts'
import type { Reported } from '#web/api/interactions.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { LoadFailure, Loading, StaleNote } from '#web/ui/query-state.tsx'
import { PostSkeletons } from './post-skeletons.tsx'

interface PostsStateProps {
  /** Undefined while they load. */
  readonly posts: readonly FeedPost[] | undefined
  readonly query: { readonly isError: boolean; readonly refetch: () => unknown }
  /** The member's reports on them. */
  readonly reported: { readonly data: Reported | undefined; readonly isError: boolean }
  readonly place: 'dashboard' | 'feed'
  /** How many placeholders hold the space. */
  readonly expected: number
  /** In place of an empty list. */
  readonly empty?: ReactNode
  readonly children: (posts: readonly FeedPost[], reported: Reported) => ReactNode
}

/** Posts once they and the member's reports on them are known; until then placeholders, or what went wrong. */
export function PostsState({
  posts,
  query,
  reported,
  place,
  expected,
  empty = noPosts,
  children,
}: PostsStateProps) {
  const retry = () => void query.refetch()
  if (!posts && query.isError) {
    return <LoadFailure text="The company posts could not be loaded." onRetry={retry} />
  }
  // The cards wait for both answers, because a button must not first offer a report that exists already.
  if (!posts || (!reported.data && !reported.isError)) {
    return (
      <Loading what="company posts">
        <PostSkeletons count={expected} place={place} />
      </Loading>
    )
  }
  return (
    <>
      {query.isError && <StaleNote what="company posts" onRetry={retry} />}
      {posts.length === 0 ? empty : children(posts, reported.data ?? nothing)}
    </>
  )
}

const NoPosts = lazyPart(async () => (await import('./no-posts.tsx')).NoPosts)
const noPosts = <NoPosts />
const nothing: Reported = new Map()
