import { Button } from '@mantine/core'
import { CircleCheck, X } from 'lucide-react'
import type { ReviewedShare } from '#contract/review.ts'
import { useReviewShares } from '#web/api/review.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { singlePress } from '#web/ui/single-press.ts'
import { KeyboardHint, moveKeys } from './keyboard-hint.tsx'
import { QueueCard, RowList } from './queue-card.tsx'
import * as classes from './queue-row.module.css'
import { OtherDecides, QueueRow, useIsOwn } from './queue-row.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { shareReasons, shortReasonLimit } from './reasons.ts'
import { ShareContent } from './share-row.tsx'
import { type Queue, useQueue } from './use-queue.ts'
import { useRowKeys } from './use-row-keys.ts'
import { type ShareAnswers, useShareAnswers } from './use-share-answers.ts'

type Answered = 'verified' | 'not_accepted'

const words = {
  verified: {
    title: 'Verified',
    lead: 'Newest first. The points are with the members.',
    list: 'Verified shares',
    icon: CircleCheck,
    empty: 'Nothing verified yet',
  },
  not_accepted: {
    title: 'Not accepted',
    lead: 'Newest first, with the reason that the member reads.',
    list: 'Shares that were not accepted',
    icon: X,
    empty: 'Nothing here yet',
  },
} as const

/** The answered shares. An answer can be taken back. */
export function AnsweredShares({ answered }: { readonly answered: Answered }) {
  const query = useReviewShares(answered)
  const queue = useQueue(query.data?.pages.flatMap(({ data }) => data) ?? [])
  const answers = useShareAnswers(queue)
  const isOwn = useIsOwn()
  useRowKeys(queue, () => ({}))
  const { title, lead, list, icon, empty } = words[answered]
  const { shown } = queue
  return (
    <QueueCard
      title={title}
      lead={lead}
      titleRef={queue.title}
      region={queue.region}
      aside={<KeyboardHint keys={moveKeys} />}
      what="shares"
      query={query}
      isEmpty={shown.length === 0}
      empty={<EmptyState icon={icon} title={empty} text="Answered shares show up here." />}
    >
      <AmongPeople people={shown.map(({ user }) => user)}>
        <RowList label={list}>
          {shown.map((share) => (
            <AnsweredRow
              key={share.id}
              share={share}
              queue={queue}
              answers={answers}
              isOwn={isOwn(share.user)}
            />
          ))}
        </RowList>
      </AmongPeople>
    </QueueCard>
  )
}

interface AnsweredRowProps {
  readonly share: ReviewedShare
  readonly queue: Queue<ReviewedShare>
  readonly answers: ShareAnswers
  readonly isOwn: boolean
}

function AnsweredRow({ share, queue, answers, isOwn }: AnsweredRowProps) {
  const { user, status, reason, worth } = share
  const state = queue.stateOf(share)
  const isOpen = state.phase === 'open'
  const isVerified = status === 'completed'
  const reopen = () => void answers.answer(share, 'pending')
  return (
    <QueueRow
      id={share.id}
      label={`Share by ${user.displayName}`}
      user={user}
      state={state}
      title={queue.title}
      controls={
        <>
          {isVerified && <span className={classes.worth}>+{worth.toLocaleString('en-US')}</span>}
          {isOwn && <OtherDecides isOwn />}
          {!isOwn && !isOpen && (
            <Button
              variant="default"
              aria-label={`Take back the answer to the share by ${user.displayName}`}
              {...singlePress(() => (isVerified ? queue.open(share, 'take back') : reopen()))}
            >
              Take back the answer
            </Button>
          )}
        </>
      }
      panel={
        isOpen && (
          <ReasonPanel
            title="Why not after all?"
            hint={
              <>
                <FirstName person={user} /> will read this. The points go with it.
              </>
            }
            reasons={shareReasons}
            limit={shortReasonLimit}
            send="Send “Not accepted”"
            isPending={state.isPending}
            onSend={(text) => void answers.answer(share, 'rejected', text)}
            onCancel={() => queue.close(share)}
            more={
              <Button variant="default" {...singlePress(reopen)}>
                Review again
              </Button>
            }
          />
        )
      }
    >
      <ShareContent share={share} hasWorth={isVerified} />
      {reason !== null && (
        <p className={classes.quote} dir="auto">
          {reason}
        </p>
      )}
    </QueueRow>
  )
}
