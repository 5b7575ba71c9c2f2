import { Button } from '@mantine/core'
import { Inbox } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useReported } from '../../api/interactions.ts'
import { useNewestPosts } from '../../api/posts.ts'
import { PostCard } from '../../components/post-card.tsx'
import { PostSkeletons } from '../../components/post-skeletons.tsx'
import { EmptyState, LoadFailure, Loading } from '../../components/query-state.tsx'
import { ScreenLink } from '../../components/screen-link.tsx'
import { DashboardCard } from './dashboard-card.tsx'
import classes from './feed-card.module.css'

const previewPosts = 5

/** The newest company posts, each ready to be reported. */
export function FeedCard() {
  const posts = useNewestPosts()
  const hasMore =
    posts.data !== undefined && (posts.data.data.length > previewPosts || posts.data.nextCursor !== null)
  return (
    <DashboardCard
      title="Team Social Feed"
      headingLevel={3}
      footer={
        hasMore && (
          <Button component={ScreenLink} href={paths.socialFeed} variant="default" fullWidth size="md">
            View All Posts
          </Button>
        )
      }
    >
      <Preview posts={posts} />
    </DashboardCard>
  )
}

function Preview({ posts }: { readonly posts: ReturnType<typeof useNewestPosts> }) {
  const reported = useReported()
  // Buttons that first offer what is reported already would mislead, so the cards wait for both answers.
  const isComplete = posts.data !== undefined && (reported.data !== undefined || reported.isError)
  if (!isComplete && posts.isError) {
    return <LoadFailure text="The company posts could not be loaded." onRetry={() => void posts.refetch()} />
  }
  if (!posts.data || !isComplete) {
    return (
      <Loading what="company posts">
        <PostSkeletons count={3} />
      </Loading>
    )
  }
  if (posts.data.data.length === 0) {
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
    <section className={classes.posts} aria-label="Newest company posts" tabIndex={0}>
      {posts.data.data.slice(0, previewPosts).map((post) => (
        <PostCard key={post.id} post={post} reported={reported.data ?? nothing} place="dashboard" />
      ))}
    </section>
  )
}

const nothing: ReadonlySet<string> = new Set()
