import { type QueryClient, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { listPosts } from '#contract/posts.ts'
import { call } from './client.ts'

type PostPage = z.output<typeof listPosts.answer>

/** The newest posts: the feed's first page, the same for everybody. */
export function useNewestPosts() {
  return useQuery<PostPage>({ queryKey: [listPosts.path] })
}

/** The whole feed, newest first, read page by page; `data` holds what has been read so far, each post once. */
export function usePostPages() {
  const queryClient = useQueryClient()
  return useInfiniteQuery({
    queryKey: [listPosts.path, 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listPosts, { query: pageParam === null ? {} : { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last: PostPage) => last.nextCursor,
    select: ({ pages }) => [
      ...new Map(pages.flatMap((page) => page.data).map((post) => [post.id, post])).values(),
    ],
    ...startingWithNewest(queryClient),
  })
}

/** Somebody who comes from the dashboard has the first page already. */
function startingWithNewest(queryClient: QueryClient) {
  const known = queryClient.getQueryState<PostPage>([listPosts.path])
  if (!known?.data || known.isInvalidated) return {}
  return {
    initialData: { pages: [known.data], pageParams: [null] },
    initialDataUpdatedAt: known.dataUpdatedAt,
  }
}
