import { ListFilter } from 'lucide-react'
import { useRef, useState } from 'react'
import { type Platform, platformNames } from '#domain/vocabulary.ts'
import { type FeedShown, type PostView, usePostCounts, usePostPages } from '#web/api/posts.ts'
import { useReportedOn } from '#web/api/reported-on.ts'
import { AllCaughtUp } from '#web/parts/post/all-caught-up.tsx'
import { PostsState } from '#web/parts/post/posts-state.tsx'
import { useKeptPosts } from '#web/parts/post/use-kept-posts.ts'
import { ViewSwitch } from '#web/parts/post/view-switch.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { NetworkFilter } from './network-filter.tsx'
import { NewsPill } from './news-pill.tsx'
import * as classes from './post-list.module.css'
import { PostRows } from './post-rows.tsx'
import { useNews } from './use-news.ts'

/** The company posts, newest first: those that wait for a report, or all. They scroll with the page. */
export function PostList() {
  const [view, setView] = useState<PostView>('all')
  const [platform, setPlatform] = useState<Platform | null>(null)
  const counts = usePostCounts(platform)
  return (
    <>
      <div className={classes.bar}>
        <ViewSwitch view={view} counts={counts.data} onChange={setView} />
        <NetworkFilter platform={platform} onChange={setPlatform} />
      </div>
      <Posts key={`${view} ${platform}`} view={view} platform={platform} />
    </>
  )
}

function Posts({ view, platform }: FeedShown) {
  const region = useRef<HTMLElement>(null)
  const query = usePostPages({ view, platform })
  const reported = useReportedOn(query.data)
  const kept = useKeptPosts(query.data, reported.data)
  const posts = view === 'todo' ? kept : query.data
  const { shown, news, showNews } = useNews(posts, region)
  return (
    <section ref={region} aria-label="Company posts, newest first" tabIndex={-1}>
      <NewsPill count={news} onPress={showNews} />
      <PostsState
        posts={shown}
        query={query}
        reported={reported}
        place="feed"
        expected={2}
        empty={emptyOf({ view, platform })}
      >
        {(each, known) => (
          <>
            <PostRows posts={each} reported={known} query={query} />
            <LoadMore what="posts" query={query} region={region} />
          </>
        )}
      </PostsState>
    </section>
  )
}

function emptyOf({ view, platform }: FeedShown) {
  if (view === 'todo' && platform === null) return <AllCaughtUp />
  if (platform === null) return undefined
  const title = `${view === 'todo' ? 'Nothing waits for you' : 'No posts yet'} on ${platformNames[platform]}`
  return <EmptyState icon={ListFilter} title={title} text="Press its mark again to see every network." />
}
