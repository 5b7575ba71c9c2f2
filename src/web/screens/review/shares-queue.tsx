import { Clock, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { ReviewedShare } from '#contract/review.ts'
import { useReviewShares } from '#web/api/review.ts'
import { AmongPeople } from '#web/parts/member/person-name.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { useMinute } from '#web/ui/use-minute.ts'
import { KeyboardHint, type KeyWords, moveKeys } from './keyboard-hint.tsx'
import { QueueCard, RowList } from './queue-card.tsx'
import { useIsOwn } from './queue-row.tsx'
import { oldestWaits } from './review-words.ts'
import { selectedOf, toggled } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { ShareRow } from './share-row.tsx'
import * as classes from './shares-queue.module.css'
import { useQueue } from './use-queue.ts'
import { type RowActs, useRowKeys } from './use-row-keys.ts'
import { useShareAnswers } from './use-share-answers.ts'

const keys: readonly KeyWords[] = [
  ...moveKeys,
  ['V', 'Verify'],
  ['R', 'Reject'],
  ['X', 'Select'],
  ['Ctrl ↵', 'Send the reason'],
]

/** The shares to review, oldest first. */
export function SharesQueue() {
  const query = useReviewShares('to_review')
  const rows = query.data?.pages.flatMap(({ data }) => data) ?? []
  const queue = useQueue(rows)
  const { answer, verifyAll } = useShareAnswers(queue)
  const isOwn = useIsOwn()
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isVerifying, setVerifying] = useState(false)
  const { shown, stateOf } = queue
  const isWaiting = (share: ReviewedShare) => !isOwn(share.user) && isIn(stateOf(share).phase)
  const chosen = selectedOf(shown.filter(isWaiting), selected)
  const [oldest] = shown
  const first = shown.find(isWaiting)

  const select = ({ id }: ReviewedShare) => setSelected(toggled(selected, id))
  const refuse = (share: ReviewedShare) => queue.open(share, 'reject')
  useRowKeys(queue, (share): RowActs => {
    if (isOwn(share.user)) return {}
    return {
      accept: () => void answer(share, 'completed'),
      refuse: () => refuse(share),
      select: () => select(share),
    }
  })

  async function verifySelected(): Promise<void> {
    setVerifying(true)
    await verifyAll(chosen)
    setVerifying(false)
    setSelected(new Set())
  }

  return (
    <>
      <QueueCard
        title="Shares handed in"
        lead="Oldest first. Colleagues see your answer at once."
        titleRef={queue.title}
        region={queue.region}
        aside={<Aside oldest={oldest?.createdAt} />}
        what="shares"
        query={query}
        isEmpty={shown.length === 0}
        empty={
          <EmptyState icon={Share2} title="Nothing to review" text="New shares show up here by themselves." />
        }
      >
        <AmongPeople people={shown.map(({ user }) => user)}>
          <RowList label="Shares to review">
            {shown.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                queue={queue}
                isOwn={isOwn(share.user)}
                isPrimary={share.id === first?.id}
                isSelected={selected.has(share.id)}
                onSelect={() => select(share)}
                onVerify={() => void answer(share, 'completed')}
                onReject={(reason) => void answer(share, 'rejected', reason)}
              />
            ))}
          </RowList>
        </AmongPeople>
      </QueueCard>
      {chosen.length > 0 && (
        <SelectionBar
          count={chosen.length}
          isPending={isVerifying}
          onClear={() => {
            const [next] = chosen
            setSelected(new Set())
            if (next) queue.focus(next)
          }}
          onVerify={() => void verifySelected()}
        />
      )}
    </>
  )
}

function isIn(phase: string | null): boolean {
  return phase === null || phase === 'open'
}

function Aside({ oldest }: { readonly oldest: string | undefined }) {
  const now = useMinute()
  return (
    <div className={classes.aside}>
      {oldest !== undefined && (
        <span className={classes.oldest}>
          <Clock size={15} aria-hidden />
          {oldestWaits(oldest, now)}
        </span>
      )}
      <KeyboardHint keys={keys} />
    </div>
  )
}
