import type { PostReach } from '#contract/analytics.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import * as classes from './post-reach.module.css'

type Shown = Pick<PostReach, 'content' | 'authorName' | 'platform'>

/** The text of a post on one line, and who wrote it where. */
export function PostCell({ post: { content, authorName, platform } }: { readonly post: Shown }) {
  return (
    <>
      <span className={classes.text} title={content} dir="auto">
        {content}
      </span>
      <span className={classes.by}>
        <PlatformMark platform={platform} size={14} />
        <bdi>{authorName}</bdi>
        <span className="visually-hidden"> on {platformNames[platform]}</span>
      </span>
    </>
  )
}
