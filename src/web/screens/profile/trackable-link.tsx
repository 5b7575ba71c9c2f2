import { Button, Skeleton } from '@mantine/core'
import { useId, useState } from 'react'
import type { OwnLinks } from '#contract/links.ts'
import { useOwnLinks } from '#web/api/links.ts'
import { Card } from '#web/ui/card.tsx'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { counted } from '#web/ui/time-words.ts'
import { clickedPosts } from './clicked-posts.ts'
import { countedPeople, LinkedPostRow } from './linked-post-row.tsx'
import * as classes from './trackable-link.module.css'

/** The member's trackable link, with its clicks and points. */
export function TrackableLink() {
  const query = useOwnLinks()
  return (
    <Card title="Your trackable link">
      <p className={classes.explanation}>
        One link for all posts. It opens the newest one, and you earn points when somebody follows it. Each
        post has your link to it.
      </p>
      <QueryState query={query} what="trackable link" skeleton={<LinkSkeleton />}>
        {({ data }) => <Link links={data} />}
      </QueryState>
    </Card>
  )
}

function Link({ links }: { readonly links: OwnLinks }) {
  const copying = useCopy(links.link)
  return (
    <>
      <div className={classes.link}>
        <CopyField label="Your link" text={links.link} copying={copying} />
        <CopyButton copying={copying} what="your link" />
      </div>
      <p className={classes.figures}>
        <Figure text={counted(links.clicks, 'click')} /> <Figure text={countedPeople(links.people)} />{' '}
        <span>
          <b className={classes.gain}>+{links.points.toLocaleString('en-US')}</b> earned
        </span>
      </p>
      <ClickedPosts all={links.posts} />
    </>
  )
}

function Figure({ text }: { readonly text: string }) {
  const [figure, word] = text.split(' ')
  return (
    <span>
      <b>{figure}</b> {word}
    </span>
  )
}

/** Newest clicks first. */
function ClickedPosts({ all }: { readonly all: OwnLinks['posts'] }) {
  const id = useId()
  const [isWhole, setWhole] = useState(false)
  const posts = clickedPosts(all, isWhole)
  const count = clickedPosts(all, true).length
  if (posts.length === 0) return null
  return (
    <>
      <h3 id={id} className={classes.subtitle}>
        Clicked posts
      </h3>
      <ol className={classes.posts} aria-labelledby={id}>
        {posts.map((post) => (
          <LinkedPostRow key={post.postId} post={post} />
        ))}
      </ol>
      {(isWhole || count > posts.length) && (
        <Button variant="subtle" size="xs" mt={12} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${count}`}
        </Button>
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
