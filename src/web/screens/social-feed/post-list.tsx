import { useRef } from 'react'
import { usePostPages } from '#web/api/posts.ts'
import { PostCards } from '#web/parts/post/post-cards.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import boxClasses from './feed-box.module.css'

/** The company posts, newest first, in a scrolling region. */
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
  const query = usePostPages()
  const region = useRef<HTMLElement>(null)
  return (
    <PostCards ref={region} posts={query.data} query={query} label="Company posts, newest first" place="feed">
      <LoadMore what="posts" query={query} region={region} />
    </PostCards>
  )
}
