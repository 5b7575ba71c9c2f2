import type { FeedPost } from '#contract/posts.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import classes from './later-prompts.module.css'

const Prompts = lazyPart(async () => (await import('./prompts.tsx')).Prompts, { isEarly: true })

interface LaterPromptsProps {
  readonly post: FeedPost
  readonly place: 'dashboard' | 'feed'
}

/** What the author gives the readers for a comment, in a script of its own; nothing on a post without that. */
export function LaterPrompts({ post, place }: LaterPromptsProps) {
  if (!post.question && !post.angles[0]) return null
  return (
    <div className={classes.prompts}>
      <Prompts post={post} place={place} />
    </div>
  )
}
