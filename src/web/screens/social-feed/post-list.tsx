import { useRef } from 'react'
import { usePostPages } from '#web/api/posts.ts'
import { firstOpen } from '#web/parts/post/first-open.ts'
import { PostCard } from '#web/parts/post/post-card.tsx'
import { PostsState } from '#web/parts/post/posts-state.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import classes from './post-list.module.css'

/** The company posts, newest first. */
export function PostList() {
  const query = usePostPages()
  const region = useRef<HTMLElement>(null)
  return (
    <section ref={region} aria-label="Company posts, newest first" tabIndex={-1}>
      <PostsState posts={query.data} query={query} place="feed" expected={2}>
        {(posts, reported) => {
          const first = firstOpen(posts, reported)
          return (
            <div className={classes.posts}>
              {posts.map((post) => (
                <PostCard
                  key={post.id}
                  post={post}
                  reported={reported}
                  place="feed"
                  isFirst={post.id === first}
                />
              ))}
              <LoadMore what="posts" query={query} region={region} />
            </div>
          )
        }}
      </PostsState>
    </section>
  )
}
