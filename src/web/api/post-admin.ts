import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { BodyOf, QueryOf, SentOf } from '#contract/endpoint.ts'
import {
  countReporters,
  deletePost,
  listPosts,
  newPost,
  restorePost,
  type SocialFeedPost,
  updatePost,
} from '#contract/posts.ts'
import type { PostId } from '#domain/ids.ts'
import { type BulkProgress, inBulk } from './bulk.ts'
import { ApiError, call, isForbidden, isUnauthorized } from './client.ts'
import { refresh, refreshUser } from './query-client.ts'
import { read } from './read.ts'
import { useWrite } from './write.ts'

/** The topics that a changed post touches. */
const touched = ['posts', 'activities'] as const

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

/** Puts a deleted post back. Settles when the list has been read again. */
export function useRestorePost() {
  return useWrite(({ id }: { readonly id: PostId }) => call(restorePost, { params: { id } }), touched)
}

/** How many members reported on a post, as it is now. */
export function useReporterCount(id: PostId) {
  return useQuery({
    ...read(countReporters, { params: { id } }),
    staleTime: 0,
    select: ({ data }) => data.count,
  })
}

interface BulkOfPosts {
  readonly posts: readonly SocialFeedPost[]
  /** What becomes of each. What goes to the chat for a post is what `pushOf` makes of it. */
  readonly act: 'delete' | 'restore' | { readonly pushOf: (post: SocialFeedPost) => PostToSend }
  readonly signal: AbortSignal
  readonly onProgress: (progress: BulkProgress) => void
}

/** Deletes many posts, restores them or pushes them to the chat, one call for each. Settles when the list has been read again. */
export function useBulkOfPosts() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ posts, act, signal, onProgress }: BulkOfPosts) =>
      inBulk(
        posts,
        (post): Promise<unknown> => {
          if (typeof act === 'object') return call(newPost, { body: act.pushOf(post) })
          return call(act === 'delete' ? deletePost : restorePost, { params: { id: post.id } })
        },
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
