import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import * as classes from './load-more.module.css'

const mostRepeats = 5

/** The loaded pages, or their rows. */
type Pages = { readonly pages: readonly unknown[] } | readonly unknown[]

interface LoadMoreProps {
  /** What there is more of: "posts" gives "Load more posts". */
  readonly what: string
  readonly query: {
    readonly hasNextPage: boolean
    readonly isFetchingNextPage: boolean
    readonly isFetchNextPageError: boolean
    readonly data: Pages | undefined
    readonly fetchNextPage: () => Promise<{
      readonly hasNextPage: boolean
      readonly isError: boolean
      readonly data: Pages | undefined
    }>
  }
  /** Takes the focus when the last page has loaded and the button disappears. */
  readonly region: RefObject<HTMLElement | null>
}

/** The end of a paged list: a button that loads the next page, or a note that this was the last one. */
export function LoadMore({ what, query, region }: LoadMoreProps) {
  if (!query.hasNextPage) return <p className={classes.end}>End of list</p>
  const load = async () => {
    if (query.isFetchingNextPage) return
    const before = lengthOf(query.data)
    let result = await query.fetchNextPage()
    // A live refresh that arrives meanwhile cancels this load and refetches only the pages already loaded. Several can.
    for (let again = 0; again < mostRepeats && isReplaced(); again += 1) result = await query.fetchNextPage()
    function isReplaced() {
      return !result.isError && result.hasNextPage && lengthOf(result.data) <= before
    }
    if (!result.hasNextPage) region.current?.focus({ preventScroll: true })
  }
  return (
    <div>
      {query.isFetchNextPageError && !query.isFetchingNextPage && (
        <p className={classes.failure} role="alert">
          More {what} could not be loaded.
        </p>
      )}
      <Button
        variant="default"
        fullWidth
        size="md"
        onClick={() => void load()}
        aria-disabled={query.isFetchingNextPage || undefined}
      >
        {query.isFetchingNextPage ? 'Loading…' : `Load more ${what}`}
      </Button>
    </div>
  )
}

function lengthOf(data: Pages | undefined): number {
  if (!data) return 0
  return 'pages' in data ? data.pages.length : data.length
}
