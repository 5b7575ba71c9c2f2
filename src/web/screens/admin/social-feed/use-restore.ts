import type { SocialFeedPost } from '#contract/posts.ts'
import { displayMessage } from '#web/api/client.ts'
import { useRestorePost } from '#web/api/post-admin.ts'
import { toast } from '#web/ui/toasts.ts'

/** Puts a deleted post back, and says in a toast that it did or why not. Returns whether it did. */
export function useRestore(): (post: SocialFeedPost) => Promise<boolean> {
  const { mutateAsync } = useRestorePost()
  return async ({ id }) => {
    try {
      const { data } = await mutateAsync({ id })
      const description =
        data.state === 'scheduled' ? 'It waits for its time again.' : 'It is back in the feed.'
      toast({ kind: 'success', title: 'Post restored', description })
      return true
    } catch (error) {
      const description = displayMessage(error) || 'Failed to restore social feed post.'
      toast({ kind: 'destructive', title: 'Error', description })
      return false
    }
  }
}
