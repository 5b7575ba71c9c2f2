import { Button } from '@mantine/core'
import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#contract/paths.ts'
import type { FeedPost } from '#contract/posts.ts'
import { type Reported, useReported, useToday } from '#web/api/interactions.ts'
import { type PostView, useNewestPosts, usePostCounts, useWaitingPosts } from '#web/api/posts.ts'
import { AllCaughtUp } from '#web/parts/post/all-caught-up.tsx'
import { firstOpen } from '#web/parts/post/first-open.ts'
import { FoldedLine } from '#web/parts/post/folded-post.tsx'
import { isFinished, PostCard } from '#web/parts/post/post-card.tsx'
import { PostsState } from '#web/parts/post/posts-state.tsx'
import { useKeptPosts } from '#web/parts/post/use-kept-posts.ts'
import { ViewSwitch } from '#web/parts/post/view-switch.tsx'
import { Card } from '#web/ui/card.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import * as classes from './feed-card.module.css'

const wholePosts = 2
/** Whole ones and those that are folded to a line. */
const mostPosts = 5

interface FeedCardProps {
  /** Whether the link to the first open post is the screen's filled button. */
  readonly hasPrimary: boolean
  /** Shows only the first post for now, which is all that a phone has in sight. */
  readonly isBeginning: boolean
}

/** The company posts that wait for the member, or the newest of all, to report what they did with them. */
export function FeedCard({ hasPrimary, isBeginning }: FeedCardProps) {
  const [view, setView] = useState<PostView>('todo')
  const counts = usePostCounts(null)
  const all = counts.data?.all
  return (
    <Card
      section="Earn Points"
      title="Team Social Feed"
      aside={<ViewSwitch view={view} counts={counts.data} onChange={setView} />}
      foot={
        all !== 0 &&
        !isBeginning && (
          <Button
            component={ScreenLink}
            href={paths.socialFeed}
            variant="subtle"
            size="xs"
            rightSection={<ArrowRight size={14} strokeWidth={1.75} aria-hidden />}
          >
            View All Posts{all !== undefined && ` (${all.toLocaleString('en-US')})`}
          </Button>
        )
      }
    >
      {view === 'todo' ? (
        <WaitingPosts hasPosts={all !== 0} hasPrimary={hasPrimary} isBeginning={isBeginning} />
      ) : (
        <NewestPosts hasPrimary={hasPrimary} isBeginning={isBeginning} />
      )}
    </Card>
  )
}

function WaitingPosts({ hasPosts, ...look }: FeedCardProps & { readonly hasPosts: boolean }) {
  const query = useWaitingPosts()
  const reported = useReported()
  const posts = useKeptPosts(query.data?.data, reported.data)
  return (
    <PostsState
      posts={posts}
      query={query}
      reported={reported}
      place="dashboard"
      expected={wholePosts}
      empty={hasPosts ? <CaughtUp /> : undefined}
    >
      {(waiting, known) => (
        <>
          <Posts posts={waiting} reported={known} {...look} />
          {waiting.every((post) => isFinished(post, known)) && <AllCaughtUp />}
        </>
      )}
    </PostsState>
  )
}

/** What was finished today, for somebody who comes back to it. */
function CaughtUp() {
  const done = useToday().data?.data.doneToday ?? []
  return (
    <>
      {done.length > 0 && (
        <ul className={`${classes.posts} ${classes.finished}`} aria-label="Finished today">
          {done.map((post) => (
            <li key={post.id}>
              <FoldedLine post={post} />
            </li>
          ))}
        </ul>
      )}
      <AllCaughtUp />
    </>
  )
}

function NewestPosts(look: FeedCardProps) {
  const query = useNewestPosts()
  const reported = useReported()
  return (
    <PostsState
      posts={query.data?.data}
      query={query}
      reported={reported}
      place="dashboard"
      expected={wholePosts}
    >
      {(posts, known) => <Posts posts={posts} reported={known} {...look} />}
    </PostsState>
  )
}

interface PostsProps extends FeedCardProps {
  readonly posts: readonly FeedPost[]
  readonly reported: Reported
}

function Posts({ posts, reported, hasPrimary, isBeginning }: PostsProps) {
  const shown = previewOf(posts, reported).slice(0, isBeginning ? 1 : mostPosts)
  const first = hasPrimary ? firstOpen(shown, reported) : null
  return (
    <ul className={classes.posts} aria-label="Company posts">
      {shown.map((post) => (
        <li key={post.id}>
          <PostCard post={post} reported={reported} place="dashboard" isFirst={post.id === first} />
        </li>
      ))}
    </ul>
  )
}

/** The first posts: only some of them whole, and the finished ones among these. */
function previewOf(posts: readonly FeedPost[], reported: Reported): readonly FeedPost[] {
  const shown: FeedPost[] = []
  let whole = 0
  for (const post of posts.slice(0, mostPosts)) {
    if (!isFinished(post, reported)) whole += 1
    if (whole > wholePosts) break
    shown.push(post)
  }
  return shown
}
