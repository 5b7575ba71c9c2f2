import { Skeleton } from '@mantine/core'
import { MousePointerClick } from 'lucide-react'
import { useId } from 'react'
import type { OwnLinks } from '#contract/links.ts'
import { useOwnLinks } from '#web/api/links.ts'
import { CopyButton, CopyField, useCopy } from '#web/ui/copy-button.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { mostClicked } from './clicked-posts.ts'
import { LinkedPostRow } from './linked-post-row.tsx'
import { ProfileCard } from './profile-card.tsx'
import classes from './trackable-link.module.css'

/** The member's trackable link, with its clicks and points. */
export function TrackableLink() {
  const query = useOwnLinks()
  return (
    <ProfileCard title="Your trackable link">
      <p className={classes.explanation}>
        One link for all posts. Share it anywhere, as often as you like: it opens the newest post, and you
        earn points when somebody follows it.
      </p>
      <QueryState query={query} what="trackable link" skeleton={<LinkSkeleton />}>
        {({ data }) => <Link links={data} />}
      </QueryState>
    </ProfileCard>
  )
}

function Link({ links }: { readonly links: OwnLinks }) {
  const copying = useCopy(links.link)
  const id = useId()
  const posts = mostClicked(links.posts)
  return (
    <>
      <div className={classes.link}>
        <CopyField label="Your link" text={links.link} copying={copying} />
        <CopyButton copying={copying} what="your link" />
      </div>
      <dl className={classes.figures}>
        <div>
          <dt>Clicks</dt>
          <dd>{links.clicks.toLocaleString('en-US')}</dd>
        </div>
        <div>
          <dt>Points from clicks</dt>
          <dd>{links.points.toLocaleString('en-US')}</dd>
        </div>
      </dl>
      <h3 id={id} className={classes.subtitle}>
        Most clicked posts
      </h3>
      {posts.length === 0 ? (
        <EmptyState
          icon={MousePointerClick}
          title="No clicks yet"
          text="Posts that people open with your link show up here, each with its own link."
        />
      ) : (
        <ol className={classes.posts} aria-labelledby={id}>
          {posts.map((post) => (
            <LinkedPostRow key={post.postId} post={post} />
          ))}
        </ol>
      )}
    </>
  )
}

function LinkSkeleton() {
  return (
    <>
      <Skeleton height={20} width={64} mb={4} />
      <Skeleton height={44} />
      <Skeleton height={52} mt={16} mb={16} />
      <SkeletonRows count={3} hasAvatar={false} />
    </>
  )
}
