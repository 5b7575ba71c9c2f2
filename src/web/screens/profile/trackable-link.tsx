import { Skeleton } from '@mantine/core'
import { useId } from 'react'
import type { OwnLinks } from '#contract/links.ts'
import { useOwnLinks } from '#web/api/links.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import { mostClicked } from './clicked-posts.ts'
import { LinkedPostRow } from './linked-post-row.tsx'
import classes from './trackable-link.module.css'

/** The member's trackable link, with its clicks and points. */
export function TrackableLink() {
  const query = useOwnLinks()
  return (
    <Card title="Your trackable link">
      <p className={classes.explanation}>
        One link for all posts. It opens the newest one, and you earn points when somebody follows it.
      </p>
      <QueryState query={query} what="trackable link" skeleton={<LinkSkeleton />}>
        {({ data }) => <Link links={data} />}
      </QueryState>
    </Card>
  )
}

function Link({ links }: { readonly links: OwnLinks }) {
  const copying = useCopy(links.link)
  const id = useId()
  const posts = mostClicked(links.posts)
  const [clicks, clickWord] = counted(links.clicks, 'click').split(' ')
  return (
    <>
      <div className={classes.link}>
        <CopyField label="Your link" text={links.link} copying={copying} />
        <CopyButton copying={copying} what="your link" />
      </div>
      <p className={classes.figures}>
        <span>
          <b>{clicks}</b> {clickWord}
        </span>{' '}
        <span>
          <b className={classes.gain}>+{links.points.toLocaleString('en-US')}</b> earned
        </span>
      </p>
      {posts.length > 0 && (
        <>
          <h3 id={id} className={classes.subtitle}>
            Most clicked posts
          </h3>
          <ol className={classes.posts} aria-labelledby={id}>
            {posts.map((post) => (
              <LinkedPostRow key={post.postId} post={post} />
            ))}
          </ol>
        </>
      )}
    </>
  )
}

function LinkSkeleton() {
  return (
    <>
      <Skeleton height={40} />
      <Skeleton height={18} my={12} width={140} />
      <SkeletonRows count={2} hasAvatar={false} />
    </>
  )
}
