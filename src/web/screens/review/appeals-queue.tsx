import { Button } from '@mantine/core'
import { MessageCircleQuestionMark } from 'lucide-react'
import { type ReviewedAppeal, reasonLimit } from '#contract/review.ts'
import type { AppealDecision } from '#domain/vocabulary.ts'
import { useDecideAppeal, useReviewAppeals } from '#web/api/review.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { singlePress } from '#web/ui/single-press.ts'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { KeyboardHint, moveKeys } from './keyboard-hint.tsx'
import { LinkCard } from './link-card.tsx'
import { QueueCard, RowList } from './queue-card.tsx'
import * as classes from './queue-row.module.css'
import { OtherDecides, QueueRow, RowHead, useIsOwn } from './queue-row.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { giveBackReasons, upholdReasons } from './reasons.ts'
import { reportTitle } from './review-words.ts'
import { type Queue, useQueue } from './use-queue.ts'
import { useRowKeys } from './use-row-keys.ts'

const decisions = {
  given_back: {
    button: 'Give back',
    title: 'Give the points back',
    send: 'Give back',
    done: 'Points given back',
    reasons: giveBackReasons,
  },
  upheld: { button: 'Uphold', title: 'Why not?', send: 'Uphold', done: 'Upheld', reasons: upholdReasons },
} as const satisfies Record<AppealDecision, unknown>

/** The open appeals, oldest first. */
export function AppealsQueue() {
  const query = useReviewAppeals()
  const queue = useQueue(query.data?.pages.flatMap(({ data }) => data) ?? [])
  const { mutateAsync } = useDecideAppeal()
  useRowKeys(queue, () => ({}))
  const { shown } = queue

  async function decide(appeal: ReviewedAppeal, decision: AppealDecision, reason: string): Promise<void> {
    const send = () => mutateAsync({ id: appeal.id, decision, reason })
    if (!(await queue.answer(appeal, send))) return
    toast({ kind: 'success', title: decisions[decision].done, description: appeal.user.displayName })
  }

  return (
    <QueueCard
      title="Appeals"
      lead="Oldest first. Whoever took something back leaves the answer to a colleague."
      titleRef={queue.title}
      region={queue.region}
      aside={<KeyboardHint keys={moveKeys} />}
      what="appeals"
      query={query}
      isEmpty={shown.length === 0}
      empty={
        <EmptyState
          icon={MessageCircleQuestionMark}
          title="No open appeals"
          text="When a member asks for another look, it shows up here."
        />
      }
    >
      <AmongPeople people={shown.flatMap(({ user, takenBackBy }) => [user, takenBackBy])}>
        <RowList label="Open appeals">
          {shown.map((appeal) => (
            <AppealRow
              key={appeal.id}
              appeal={appeal}
              queue={queue}
              onDecide={(decision, reason) => void decide(appeal, decision, reason)}
            />
          ))}
        </RowList>
      </AmongPeople>
    </QueueCard>
  )
}

interface AppealRowProps {
  readonly appeal: ReviewedAppeal
  readonly queue: Queue<ReviewedAppeal>
  readonly onDecide: (decision: AppealDecision, reason: string) => void
}

function AppealRow({ appeal, queue, onDecide }: AppealRowProps) {
  const { user, mayDecide } = appeal
  const isOwn = useIsOwn()
  const state = queue.stateOf(appeal)
  const open = state.phase === 'open' ? (state.note as AppealDecision) : null
  return (
    <QueueRow
      id={appeal.id}
      label={`Appeal by ${user.displayName}`}
      user={user}
      state={state}
      title={queue.title}
      controls={
        mayDecide ? (
          open === null && <Decisions appeal={appeal} onOpen={(decision) => queue.open(appeal, decision)} />
        ) : (
          <OtherDecides isOwn={isOwn(user)} />
        )
      }
      panel={
        open !== null && (
          <ReasonPanel
            title={decisions[open].title}
            hint={
              <>
                <FirstName person={user} /> will read this.
              </>
            }
            reasons={decisions[open].reasons}
            limit={reasonLimit}
            send={decisions[open].send}
            isHard={open === 'upheld'}
            isPending={state.isPending}
            onSend={(text) => onDecide(open, text)}
            onCancel={() => queue.close(appeal)}
          />
        )
      }
    >
      <AppealContent appeal={appeal} />
    </QueueRow>
  )
}

interface DecisionsProps {
  readonly appeal: ReviewedAppeal
  readonly onOpen: (decision: AppealDecision) => void
}

function Decisions({ appeal: { user }, onOpen }: DecisionsProps) {
  return (['given_back', 'upheld'] as const).map((decision) => (
    <Button
      key={decision}
      variant="default"
      aria-label={`${decisions[decision].button}: the appeal by ${user.displayName}`}
      {...singlePress(() => onOpen(decision))}
    >
      {decisions[decision].button}
    </Button>
  ))
}

function AppealContent({ appeal }: { readonly appeal: ReviewedAppeal }) {
  const { user, subject, reason, text, takenBackBy, createdAt } = appeal
  const title = reportTitle(subject.report, subject.platform)
  return (
    <>
      <RowHead user={user} platform={subject.platform} at={createdAt} />
      <p className={classes.text} dir="auto">
        {text}
      </p>
      <LinkCard
        address={subject.url}
        title={subject.title || title}
        by={`${title} · ${counted(subject.points, 'point')}`}
      />
      <p className={classes.quiet}>
        <PersonName person={takenBackBy} cardOf={takenBackBy.id} className={classes.inSentence} />{' '}
        {subject.type === 'share' ? 'did not accept it:' : 'took it back:'}
      </p>
      <p className={classes.quote} dir="auto">
        {reason}
      </p>
    </>
  )
}
