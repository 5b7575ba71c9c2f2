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
  /** Undefined while they are being loaded. */
  readonly posts: readonly SocialFeedPost[] | undefined
  readonly query: { readonly isError: boolean; readonly refetch: () => unknown }
  readonly label: string
  readonly place: 'dashboard' | 'feed'
  /** What stands below the last card. */
  readonly children?: ReactNode
  readonly ref?: Ref<HTMLElement>
}

/** Posts as cards in a region that scrolls, each ready to be reported. */
export function PostCards({ posts, query, label, place, children, ref }: PostCardsProps) {
  const reported = useReported()
  // The first cards are drawn at once, the others in slices after them.
  const isWhole = useDeferredValue(posts !== undefined, false)
  if (!posts && query.isError) {
    return <LoadFailure text="The company posts could not be loaded." onRetry={() => void query.refetch()} />
  }
  // Buttons that first offer what is reported already would mislead, so the cards wait for both answers.
  if (!posts || (!reported.data && !reported.isError)) {
    return (
      <Loading what="company posts">
        <PostSkeletons count={3} />
      </Loading>
    )
  }
  if (posts.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No company posts yet"
        text="New posts appear here by themselves as soon as they are published."
      />
    )
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
