import { Share2 } from 'lucide-react'
import type { Share } from '#contract/shares.ts'
import { excerpt } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useSubmittedShares } from '#web/api/shares.ts'
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
              text="Shared something that is not in the feed? Submit it and follow its review here."
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
  return (
    <li className={rowClasses.row}>
      <div className={rowClasses.what}>
        <p className={rowClasses.text} title={share.customMessage ?? undefined}>
          {share.customMessage ? excerpt(share.customMessage, messageLength) : contentName(share.contentType)}
        </p>
        <p className={rowClasses.meta}>
          {platformNames[share.platform]} · <RelativeTime instant={share.createdAt} />
        </p>
      </div>
      {share.status === 'completed' && <span className={rowClasses.points}>+{share.points}</span>}
      <ShareStatusBadge status={share.status} />
    </li>
  )
}

/** `Company post` for `company_post`. */
function contentName(contentType: string): string {
  const words = contentType.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
