import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import classes from './load-more.module.css'

/** The pages that were read, or their rows. */
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
  /** Takes the focus when the last page has come and the button goes. */
  readonly region: RefObject<HTMLElement | null>
}

/** The end of a list that is read page by page: a button for the next page, or a word that this was the last. */
export function LoadMore({ what, query, region }: LoadMoreProps) {
  if (!query.hasNextPage) return <p className={classes.end}>That is everything.</p>
  const load = async () => {
    if (query.isFetchingNextPage) return
    const before = lengthOf(query.data)
    let result = await query.fetchNextPage()
    // A live refresh that arrives meanwhile replaces the load and reads only the pages that were there.
    const isReplaced = !result.isError && result.hasNextPage && lengthOf(result.data) <= before
    if (isReplaced) result = await query.fetchNextPage()
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
