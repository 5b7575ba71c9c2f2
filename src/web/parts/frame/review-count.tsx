import { useReviewCounts } from '#web/api/review.ts'
import * as classes from './review-count.module.css'

const badgeLimit = 99

/** The number of shares, checks and appeals that wait; nothing while there are none. */
export function ReviewCount() {
  const counts = useReviewCounts().data?.data
  if (!counts) return null
  const waiting = counts.shares + counts.checks + counts.appeals
  if (waiting === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden>{waiting > badgeLimit ? `${badgeLimit}+` : waiting}</span>
      <span className="visually-hidden">, {waiting.toLocaleString('en-US')} waiting</span>
    </span>
  )
}
