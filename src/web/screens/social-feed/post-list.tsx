import { Inbox } from 'lucide-react'
import { useRef } from 'react'
import { useReported } from '../../api/interactions.ts'
import { usePostPages } from '../../api/posts.ts'
import { LoadMore } from '../../components/load-more.tsx'
import { PostCard } from '../../components/post-card.tsx'
import { PostSkeletons } from '../../components/post-skeletons.tsx'
import { EmptyState, LoadFailure, Loading } from '../../components/query-state.tsx'
import boxClasses from './feed-box.module.css'
import classes from './post-list.module.css'

/** The company posts, newest first, in a region of their own that scrolls. */
export function PostList() {
  return (
    <section className={boxClasses.box} aria-labelledby="company-posts">
      <h2 id="company-posts" className={boxClasses.title}>
        Company Posts
      </h2>
      <Posts />
    </section>
  )
}

function Posts() {
  const posts = usePostPages()
  const reported = useReported()
  const region = useRef<HTMLElement>(null)
  // Buttons that first offer what is reported already would mislead, so the cards wait for both answers.
  const isComplete = posts.data !== undefined && (reported.data !== undefined || reported.isError)
  if (!posts.data && posts.isError) {
    return <LoadFailure text="The company posts could not be loaded." onRetry={() => void posts.refetch()} />
  }
  if (!posts.data || !isComplete) {
    return (
      <Loading what="company posts">
        <PostSkeletons count={3} />
      </Loading>
    )
  }
  if (posts.data.length === 0) {
    return (
      <EmptyState
        icon={Inbox}
        title="No company posts yet"
        text="New posts appear here by themselves as soon as they are published."
      />
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable to scroll it by keyboard
    <section ref={region} className={classes.posts} aria-label="Company posts, newest first" tabIndex={0}>
      {posts.data.map((post) => (
        <PostCard key={post.id} post={post} reported={reported.data ?? nothing} place="feed" />
      ))}
      <LoadMore what="posts" query={posts} region={region} />
    </section>
  )
}

const nothing: ReadonlySet<string> = new Set()
