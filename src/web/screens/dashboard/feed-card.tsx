import { Button } from '@mantine/core'
import { paths } from '#contract/paths.ts'
import { useNewestPosts } from '#web/api/posts.ts'
import { PostCards } from '#web/parts/post/post-cards.tsx'
import { Card } from '#web/ui/card.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

const previewPosts = 5

/** The newest company posts with their report buttons. */
export function FeedCard() {
  const posts = useNewestPosts()
  const hasMore =
    posts.data !== undefined && (posts.data.data.length > previewPosts || posts.data.nextCursor !== null)
  return (
    <Card
      section="Earn Points"
      title="Team Social Feed"
      foot={
        hasMore && (
          <Button component={ScreenLink} href={paths.socialFeed} variant="subtle" size="xs">
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
    </Card>
  )
}
