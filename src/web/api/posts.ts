import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AnswerOf, BodyOf, QueryOf, SentOf } from '#contract/endpoint.ts'
import {
  countPosts,
  deletePost,
  type FeedPost,
  listPosts,
  newPost,
  type SocialFeedPost,
  updatePost,
} from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'
import type { Platform } from '#domain/vocabulary.ts'
import { type BulkProgress, inBulk } from './bulk.ts'
import { ApiError, call, isForbidden, isUnauthorized } from './client.ts'
import { refresh, refreshUser } from './query-client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** The topics that a changed post touches. */
const touched = ['posts', 'activities'] as const

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

/** A page of the posts for administrators. The previous page stays while another loads. */
export function usePostTable(query: Partial<QueryOf<typeof listPosts>>) {
  return useQuery({
    ...read(listPosts, { query }),
    placeholderData: keepPreviousData,
  })
}

type PostToSend = SentOf<typeof newPost>

/** Adds a post by hand. Settles when the list has been read again. */
export function useCreatePost() {
  return useWrite(async (body: PostToSend) => {
    try {
      return await call(newPost, { body })
    } catch (error) {
      throw error instanceof ApiError && error.displayMessage === ''
        ? new ApiError(error.status, 'Failed to create post')
        : error
    }
  }, touched)
}

interface PostToUpdate {
  readonly id: PostId
  readonly change: BodyOf<typeof updatePost>
}

/** Changes a post. Settles when the list has been read again. */
export function useUpdatePost() {
  return useWrite(
    ({ id, change }: PostToUpdate) => call(updatePost, { params: { id }, body: change }),
    touched,
  )
}

/** Removes a post from the feed. Settles when the list has been read again. */
export function useDeletePost() {
  return useWrite(({ id }: { readonly id: PostId }) => call(deletePost, { params: { id } }), touched)
}

interface BulkOfPosts {
  readonly posts: readonly SocialFeedPost[]
  /** What goes to the chat for a post; null deletes it. */
  readonly pushOf: ((post: SocialFeedPost) => PostToSend) | null
  readonly signal: AbortSignal
  readonly onProgress: (progress: BulkProgress) => void
}

/** Deletes many posts or pushes them to the chat, one call for each. Settles when the list has been read again. */
export function useBulkOfPosts() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ posts, pushOf, signal, onProgress }: BulkOfPosts) =>
      inBulk(
        posts,
        (post) =>
          pushOf ? call(newPost, { body: pushOf(post) }) : call(deletePost, { params: { id: post.id } }),
        { signal, onProgress },
      ),
    onSuccess: async ({ failed }) => {
      // The calls are no mutations of their own, which would have read the user again.
      const isAboutUser = failed.some(({ error }) => isUnauthorized(error) || isForbidden(error))
      if (isAboutUser) refreshUser(queryClient)
      await refreshPosts(queryClient)
    },
  })
}

// Also after a refusal: the post may be gone.
function refreshPosts(queryClient: QueryClient): Promise<void> {
  return refresh(queryClient, touched)
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
