import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { FeedPost } from '#contract/posts.ts'
import type { Reported } from '#web/api/interactions.ts'
import { firstOpen } from '#web/parts/post/first-open.ts'
import { PostCard } from '#web/parts/post/post-card.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import * as classes from './post-list.module.css'
import { useAddressedPost } from './use-addressed-post.ts'

interface PostRowsProps {
  readonly posts: readonly FeedPost[]
  readonly reported: Reported
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => unknown
  }
}

/** The usual height of a post with its picture, in pixels. */
const usualHeight = 560
/** How many posts above and below the window are in the document, once the first ones have been drawn. */
const usualOverscan = 3
/** How many posts before the end the next ones are read. */
const readAhead = 5

/** The posts as rows of the page, of which only those near the window are in the document. */
export function PostRows({ posts, reported, query }: PostRowsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect()
      if (box) setTop(Math.round(box.top + window.scrollY))
    }
    measure()
    // What stands above the posts may change its height, and with it the place where they begin.
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [])
  const isIdle = useIdle()
  const virtualizer = useWindowVirtualizer({
    count: posts.length,
    estimateSize: () => usualHeight,
    overscan: isIdle ? usualOverscan : 0,
    // Known before the first measurement, so that the first rows render in slices with the rest of the screen.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin: top,
    getItemKey: (index) => posts[index]?.id ?? index,
    rangeExtractor: (range) => withFocused(range, list.current),
  })
  useAddressedPost({
    posts,
    query,
    placeOf: (index) => virtualizer.getOffsetForIndex(index, 'start')?.[0] ?? 0,
  })
  const items = virtualizer.getVirtualItems()
  const last = items.at(-1)?.index ?? 0
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const isNearEnd = last >= posts.length - readAhead
  useEffect(() => {
    if (isNearEnd && hasNextPage && !isFetchingNextPage && !isFetchNextPageError) fetchNextPage()
  }, [isNearEnd, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const first = firstOpen(posts, reported)
  return (
    <div ref={list} className={classes.rows} style={{ height: virtualizer.getTotalSize() }}>
      {items.map(({ key, index, start }) => {
        const post = posts[index]
        return (
          post && (
            <div
              key={key}
              ref={virtualizer.measureElement}
              className={classes.row}
              data-index={index}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              <PostCard post={post} reported={reported} place="feed" isFirst={post.id === first} />
            </div>
          )
        )
      })}
    </div>
  )
}

/** The row with the focus stays in the document, wherever the reader scrolls. */
function withFocused(range: Range, list: HTMLElement | null): number[] {
  const shown = defaultRangeExtractor(range)
  const row = list?.contains(document.activeElement) && document.activeElement?.closest('[data-index]')
  const focused = row ? Number(row.getAttribute('data-index')) : Number.NaN
  if (!(focused < range.count) || shown.includes(focused)) return shown
  return [...shown, focused].sort((one, other) => one - other)
}
