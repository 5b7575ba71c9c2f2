import { type RefObject, useEffect, useState } from 'react'
import type { FeedPost } from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'

/** How far below the top of the window the posts may begin for the reader still to see the first. */
const atTopPixels = 0

interface News {
  /** What to show; undefined while the posts load. */
  readonly shown: readonly FeedPost[] | undefined
  /** How many newer posts wait above them. */
  readonly news: number
  /** Shows them, from the top. */
  readonly showNews: () => void
}

/** Holds posts back that come in while the reader is further down, so that nothing moves under their eyes. */
export function useNews(posts: readonly FeedPost[] | undefined, region: RefObject<HTMLElement | null>): News {
  const [head, setHead] = useState<PostId | null>(null)
  const isAtTop = useIsAtTop(region)
  const newest = posts?.[0]?.id ?? null
  if (newest !== head && (isAtTop || head === null)) setHead(newest)
  const at = posts?.findIndex(({ id }) => id === head) ?? -1
  const news = Math.max(at, 0)
  const [timesShown, setTimesShown] = useState(0)
  // Once the new rows stand above the others; what the browser does to keep the old ones in sight comes before.
  useEffect(() => {
    if (timesShown === 0) return
    region.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
    const frame = requestAnimationFrame(() => window.scrollTo({ top: 0 }))
    return () => cancelAnimationFrame(frame)
  }, [timesShown, region])
  const showNews = () => {
    setHead(newest)
    setTimesShown((times) => times + 1)
  }
  return { shown: news > 0 ? posts?.slice(news) : posts, news, showNews }
}

function useIsAtTop(region: RefObject<HTMLElement | null>): boolean {
  const [isAtTop, setIsAtTop] = useState(true)
  useEffect(() => {
    const look = () => setIsAtTop((region.current?.getBoundingClientRect().top ?? 0) >= atTopPixels)
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [region])
  return isAtTop
}
