import type { ComponentType } from 'react'
import { useSearchParams } from 'wouter'
import { isReviewer, useCurrentUser } from '#web/api/session.ts'
import { AccessDenied } from '#web/parts/frame/access-denied.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { Page } from '#web/ui/page.tsx'
import { AnsweredShares } from './answered-shares.tsx'
import { AppealsQueue } from './appeals-queue.tsx'
import { ChecksQueue } from './checks-queue.tsx'
import { QueueNav } from './queue-nav.tsx'
import { type QueueName, queueOf } from './queues.ts'
import { ReportsList } from './reports-list.tsx'
import * as classes from './review.module.css'
import { SharesQueue } from './shares-queue.tsx'

const lists: Readonly<Record<QueueName, ComponentType>> = {
  shares: SharesQueue,
  checks: ChecksQueue,
  appeals: AppealsQueue,
  reports: ReportsList,
  verified: () => <AnsweredShares key="verified" answered="verified" />,
  'not-accepted': () => <AnsweredShares key="not-accepted" answered="not_accepted" />,
}

/** What moderators and administrators review. Everybody else sees that it is not for them. */
export function Review() {
  const { user } = useCurrentUser()
  const [parameters] = useSearchParams()
  const current = queueOf(parameters.get('tab'))
  const List = lists[current]
  if (!isReviewer(user)) return <AccessDenied isSignedIn what="the review" />
  return (
    <Frame>
      <Page title="Review">
        <div className={classes.review}>
          <QueueNav current={current} />
          <div className={classes.list}>
            <List />
          </div>
        </div>
      </Page>
    </Frame>
  )
}
