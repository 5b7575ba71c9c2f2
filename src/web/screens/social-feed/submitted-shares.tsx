import { Share2 } from 'lucide-react'
import { useSubmittedShares } from '#web/api/shares.ts'
import { lazyPart } from '#web/app/lazy.tsx'
import { EmptyState, QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import * as classes from './feed-box.module.css'

const rows = 5
const skeleton = <SkeletonRows count={2} hasAvatar={false} />
const ShareRows = lazyPart(async () => (await import('./share-rows.tsx')).ShareRows, { waiting: skeleton })

/** The member's recently submitted shares, with their status. */
export function SubmittedShares({ memberId }: { readonly memberId: string | undefined }) {
  const query = useSubmittedShares(memberId, rows)
  return (
    <section className={classes.box} aria-labelledby="submitted-shares">
      <h2 id="submitted-shares" className={classes.title}>
        Your Submitted Shares
      </h2>
      <QueryState query={query} what="submitted shares" skeleton={skeleton}>
        {(shares) =>
          shares.length === 0 ? (
            <EmptyState
              icon={Share2}
              title="Nothing submitted yet"
              text="Shared something that is not in the feed? Report it and follow its review here."
            />
          ) : (
            <ShareRows shares={shares} />
          )
        }
      </QueryState>
    </section>
  )
}
