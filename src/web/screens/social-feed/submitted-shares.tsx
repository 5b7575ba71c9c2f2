import { Share2 } from 'lucide-react'
import type { Share } from '#contract/shares.ts'
import { excerpt } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useSubmittedShares } from '#web/api/shares.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { ShareStatusBadge } from '#web/parts/share/share-status.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './feed-box.module.css'
import rowClasses from './submitted-shares.module.css'

const rows = 5
const messageLength = 60

/** The member's recently submitted shares, with their status. */
export function SubmittedShares({ memberId }: { readonly memberId: string | undefined }) {
  const query = useSubmittedShares(memberId, rows)
  return (
    <section className={classes.box} aria-labelledby="submitted-shares">
      <h2 id="submitted-shares" className={classes.title}>
        Your Submitted Shares
      </h2>
      <QueryState
        query={query}
        what="submitted shares"
        skeleton={<SkeletonRows count={2} hasAvatar={false} />}
      >
        {(shares) =>
          shares.length === 0 ? (
            <EmptyState
              icon={Share2}
              title="Nothing submitted yet"
              text="Shared something that is not in the feed? Report it and follow its review here."
            />
          ) : (
            <ul className={rowClasses.list} aria-label="Your latest submitted shares">
              {shares.map((share) => (
                <Row key={share.id} share={share} />
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}

function Row({ share }: { readonly share: Share }) {
  const { platform, status, points } = share
  const message = share.customMessage?.trim()
  return (
    <li className={rowClasses.row}>
      <div className={rowClasses.what}>
        <PlatformMark platform={platform} size={18} />
        <p className={rowClasses.text} title={message || undefined} dir="auto">
          {message ? excerpt(message, messageLength) : contentName(share.contentType)}
        </p>
        <ShareStatusBadge status={status} />
      </div>
      <p className={rowClasses.meta}>
        {platformNames[platform]} · <RelativeTime instant={share.createdAt} />
        {status === 'completed' && points > 0 && (
          <>
            {' · '}
            <span className={rowClasses.points}>+{points.toLocaleString('en-US')}</span>
          </>
        )}
      </p>
    </li>
  )
}

/** `Company post` for `company_post`. */
function contentName(contentType: string): string {
  const words = contentType.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
