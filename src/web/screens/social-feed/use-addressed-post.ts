import { useEffect, useRef } from 'react'
import { postAnchorPrefix } from '#contract/paths.ts'
import type { FeedPost } from '#contract/posts.ts'
import { postAnchor } from '#web/parts/post/post-anchor.ts'

/** How many posts are read to find the one that the address names. */
const mostPosts = 500
const mostFrames = 120
/** How long what arrives above the post may still move it. */
const settlingMs = 2_000
/** What the reader does to take over the scrolling. */
const readerEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

interface Feed {
  readonly posts: readonly FeedPost[]
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly fetchNextPage: () => unknown
  }
  /** The place of a row in the page, in pixels. */
  readonly placeOf: (index: number) => number
}

/** Scrolls to the post that the address names, once, and reads further posts until it is among them. */
export function useAddressedPost({ posts, query, placeOf }: Feed): void {
  const wanted = useRef(addressedPost())
  const place = useRef(placeOf)
  useEffect(() => {
    place.current = placeOf
  })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    const anchor = wanted.current
    if (anchor === null) return
    const index = posts.findIndex(({ id }) => postAnchor(id) === anchor)
    if (index >= 0) {
      wanted.current = null
      forgetAddressed()
      window.scrollTo({ top: place.current(index) })
      focusOnceDrawn(anchor)
      return
    }
    const mayRead = hasNextPage && !isFetchNextPageError && posts.length < mostPosts
    if (!mayRead) wanted.current = null
    else if (!isFetchingNextPage) fetchNextPage()
  }, [posts, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
}

function addressedPost(): string | null {
  const anchor = window.location.hash.slice(1)
  return anchor.startsWith(postAnchorPrefix) ? anchor : null
}

/** What has been shown must not be shown again when the list is drawn anew, for example in the other view. */
function forgetAddressed(): void {
  const { pathname, search } = window.location
  window.history.replaceState(window.history.state, '', `${pathname}${search}`)
}

/** The row is drawn only after the page has been scrolled to it. */
function focusOnceDrawn(anchor: string, frames = 0): void {
  const post = document.getElementById(anchor)
  if (post) {
    post.focus({ preventScroll: true })
    keepInView(post)
  } else if (frames < mostFrames) requestAnimationFrame(() => focusOnceDrawn(anchor, frames + 1))
}

function keepInView(post: HTMLElement): void {
  const show = () => post.scrollIntoView({ block: 'start' })
  const observer = new ResizeObserver(show)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    for (const each of readerEvents) window.removeEventListener(each, stop)
  }
  const timer = setTimeout(stop, settlingMs)
  for (const each of readerEvents) window.addEventListener(each, stop, { passive: true })
  // It also reports the size at the beginning.
  observer.observe(document.body)
}
