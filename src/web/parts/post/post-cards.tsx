import { Inbox } from 'lucide-react'
import { type ReactNode, type Ref, useDeferredValue } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { useReported } from '#web/api/interactions.ts'
import { EmptyState, LoadFailure, Loading, StaleNote } from '#web/ui/query-state.tsx'
import { ScrollRegion } from '#web/ui/scroll-region.tsx'
import { PostCard } from './post-card.tsx'
import classes from './post-cards.module.css'
import { PostSkeletons } from './post-skeletons.tsx'

interface PostCardsProps {
  /** Undefined while they load. */
  readonly posts: readonly SocialFeedPost[] | undefined
  readonly query: { readonly isError: boolean; readonly refetch: () => unknown }
  readonly label: string
  readonly place: 'dashboard' | 'feed'
  /** Shown below the last card. */
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLElement>
}

/** Post cards with report buttons, in a scrolling region. */
export function PostCards({ posts, query, label, place, children, ref }: PostCardsProps) {
  const reported = useReported()
  // The first cards are rendered immediately, the others afterwards in slices.
  const isWhole = useDeferredValue(posts !== undefined, false)
  if (!posts && query.isError) {
    return <LoadFailure text="The company posts could not be loaded." onRetry={() => void query.refetch()} />
  }
  // The cards wait for both answers, because a button must not first offer a report that exists already.
  if (!posts || (!reported.data && !reported.isError)) {
    return (
      <Loading what="company posts">
        <PostSkeletons count={3} />
      </Loading>
    )
  }
  if (posts.length === 0) {
    return <EmptyState icon={Inbox} title="No posts yet" text="They show up here the moment they are out." />
  }
  return (
    <ScrollRegion ref={ref} className={classes.posts} label={label}>
      {query.isError && <StaleNote what="company posts" onRetry={() => void query.refetch()} />}
      {(isWhole ? posts : posts.slice(0, firstCards)).map((post) => (
        <PostCard key={post.id} post={post} reported={reported.data ?? nothing} place={place} />
      ))}
      {children}
    </ScrollRegion>
  )
}

const firstCards = 2
const nothing: ReadonlySet<string> = new Set()
