import { Button } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useNewestPosts } from '#web/api/posts.ts'
import { firstOpen } from '#web/parts/post/first-open.ts'
import { PostCard } from '#web/parts/post/post-card.tsx'
import { PostsState } from '#web/parts/post/posts-state.tsx'
import { Card } from '#web/ui/card.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import classes from './feed-card.module.css'

const previewPosts = 2

/** The newest company posts, to report what one did with them. */
export function FeedCard() {
  const posts = useNewestPosts()
  return (
    <Card
      section="Earn Points"
      title="Team Social Feed"
      foot={
        <Button
          component={ScreenLink}
          href={paths.socialFeed}
          variant="subtle"
          size="xs"
          rightSection={<ArrowRight size={14} strokeWidth={1.75} aria-hidden />}
        >
          View All Posts
        </Button>
      }
    >
      <PostsState
        posts={posts.data?.data.slice(0, previewPosts)}
        query={posts}
        place="dashboard"
        expected={previewPosts}
      >
        {(shown, reported) => {
          const first = firstOpen(shown, reported)
          return (
            <ul className={classes.posts}>
              {shown.map((post) => (
                <li key={post.id}>
                  <PostCard post={post} reported={reported} place="dashboard" isFirst={post.id === first} />
                </li>
              ))}
            </ul>
          )
        }}
      </PostsState>
    </Card>
  )
}
