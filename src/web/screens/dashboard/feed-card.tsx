import { Button } from '@mantine/core'
import { paths } from '#contract/paths.ts'
import { useNewestPosts } from '#web/api/posts.ts'
import { PostCards } from '#web/parts/post/post-cards.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { DashboardCard } from './dashboard-card.tsx'

const previewPosts = 5

/** The newest company posts with their report buttons. */
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
      <PostCards
        posts={posts.data?.data.slice(0, previewPosts)}
        query={posts}
        label="Newest company posts"
        place="dashboard"
      />
    </DashboardCard>
  )
}
