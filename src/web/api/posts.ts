import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AnswerOf, QueryOf } from '#contract/endpoint.ts'
import { countPosts, type FeedPost, listPosts } from '#contract/posts.ts'
import type { Platform } from '#domain/vocabulary.ts'
import { call } from './client.ts'
import { read } from './read.ts'

type PostPage = AnswerOf<typeof listPosts>

/** The newest posts: the feed's first page, the same for everybody. */
export function useNewestPosts() {
  return useQuery(read(listPosts))
}

/** Which posts of the feed: all, or those that wait for a report of the member. */
export type PostView = 'todo' | 'all'

export interface FeedShown {
  readonly view: PostView
  /** Null for every network. */
  readonly platform: Platform | null
}

/** The feed, newest first, page by page. `data` has all pages read so far, each post once. */
export function usePostPages({ view, platform }: FeedShown) {
  const queryClient = useQueryClient()
  const filter = filterOf({ view, platform })
  return useInfiniteQuery({
    queryKey: [listPosts.path, 'pages', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listPosts, { query: pageParam === null ? filter : { ...filter, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: PostPage) => last.nextCursor,
    select: everyPost,
    ...(view === 'all' && platform === null && startingWithNewest(queryClient)),
  })
}

function everyPost({ pages }: { readonly pages: readonly PostPage[] }): FeedPost[] {
  return [...new Map(pages.flatMap((page) => page.data).map((post) => [post.id, post])).values()]
}

/** The newest posts that wait for a report of the member. */
export function useWaitingPosts() {
  return useQuery(read(listPosts, { query: filterOf({ view: 'todo', platform: null }) }))
}

/** How many posts there are, and how many of them wait for a report of the member. */
export function usePostCounts(platform: Platform | null) {
  return useQuery({
    ...read(countPosts, platform === null ? {} : { query: { platform } }),
    select: ({ data }) => data,
    placeholderData: keepPreviousData,
  })
}

function filterOf({ view, platform }: FeedShown): Partial<QueryOf<typeof listPosts>> {
  return { ...(view === 'todo' && { open: 'true' }), ...(platform !== null && { platform }) }
}

/** A member who comes from the dashboard has the first page already. */
function startingWithNewest(queryClient: QueryClient) {
  const known = queryClient.getQueryState(read(listPosts).queryKey)
  if (!known?.data || known.isInvalidated) return {}
  return {
    initialData: { pages: [known.data], pageParams: [null] },
    initialDataUpdatedAt: known.dataUpdatedAt,
  }
}
