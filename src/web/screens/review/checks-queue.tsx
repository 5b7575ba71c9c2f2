import { Button } from '@mantine/core'
import { Check, Dices } from 'lucide-react'
import type { ReviewedCheck } from '#contract/review.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useDecideCheck, useReviewChecks } from '#web/api/review.ts'
import { FirstName } from '#web/parts/member/first-name.tsx'
import { AmongPeople, PersonName } from '#web/parts/member/person-name.tsx'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { EmptyState } from '#web/ui/query-state.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { singlePress } from '#web/ui/single-press.ts'
import { counted, shortDay } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import * as classes from './checks-queue.module.css'
import { KeyboardHint, type KeyWords, moveKeys } from './keyboard-hint.tsx'
import { LinkCard } from './link-card.tsx'
import { QueueCard, RowList } from './queue-card.tsx'
import * as rowClasses from './queue-row.module.css'
import { OtherDecides, QueueRow, useIsOwn } from './queue-row.tsx'
import { ReasonPanel } from './reason-panel.tsx'
import { reportReasons, shortReasonLimit } from './reasons.ts'
import { causeWords, reportNames } from './review-words.ts'
import { StatementButton } from './statement-button.tsx'
import { type Queue, useQueue } from './use-queue.ts'
import { useRowKeys } from './use-row-keys.ts'

const keys: readonly KeyWords[] = [...moveKeys, ['V', 'Looks right'], ['R', 'Can’t find it']]

/** The reports whose checks a reviewer decides, oldest first. */
export function ChecksQueue() {
  const query = useReviewChecks()
  const queue = useQueue(query.data?.pages.flatMap(({ data }) => data) ?? [])
  const { mutateAsync } = useDecideCheck()
  const isOwn = useIsOwn()
  const { shown } = queue

  async function confirm(check: ReviewedCheck): Promise<void> {
    const send = () => mutateAsync({ id: check.id, decision: 'confirmed' })
    if (!(await queue.answer(check, send))) return
    toast({ kind: 'success', title: 'Looks right', description: check.user.displayName })
  }

  async function takeBack(check: ReviewedCheck, reason: string): Promise<void> {
    const send = () => mutateAsync({ id: check.id, decision: 'taken_back', reason })
    if (!(await queue.answer(check, send))) return
    const points = counted(check.interaction.points, 'point')
    toast({
      kind: 'success',
      title: 'Report taken back',
      description: `${check.user.displayName} · ${points}`,
    })
  }

  useRowKeys(queue, (check) =>
    isOwn(check.user)
      ? {}
      : { accept: () => void confirm(check), refuse: () => queue.open(check, 'take back') },
  )
  const first = shown.find((check) => !isOwn(check.user) && (queue.stateOf(check).phase ?? 'open') === 'open')
  return (
    <QueueCard
      title="Report checks"
      lead="Oldest first. Most are fine."
      titleRef={queue.title}
      region={queue.region}
      aside={<KeyboardHint keys={keys} />}
      what="checks"
      query={query}
      isEmpty={shown.length === 0}
      empty={
        <EmptyState
          icon={Dices}
          title="Nothing to check"
          text="Answers of members, and checks without an answer, show up here."
        />
      }
    >
      <AmongPeople people={shown.map(({ user }) => user)}>
        <RowList label="Checks to decide">
          {shown.map((check) => (
            <CheckRow
              key={check.id}
              check={check}
              queue={queue}
              isOwn={isOwn(check.user)}
              isPrimary={check.id === first?.id}
              onConfirm={() => void confirm(check)}
              onTakeBack={(reason) => void takeBack(check, reason)}
            />
          ))}
        </RowList>
      </AmongPeople>
    </QueueCard>
  )
}

interface CheckRowProps {
  readonly check: ReviewedCheck
  readonly queue: Queue<ReviewedCheck>
  readonly isOwn: boolean
  readonly isPrimary: boolean
  readonly onConfirm: () => void
  readonly onTakeBack: (reason: string) => void
}

function CheckRow({ check, queue, isOwn, isPrimary, onConfirm, onTakeBack }: CheckRowProps) {
  const { user, interaction } = check
  const state = queue.stateOf(check)
  const isOpen = state.phase === 'open'
  const what = `the ${interaction.type} by ${user.displayName}`
  return (
    <QueueRow
      id={check.id}
      label={`Check of ${what}`}
      user={user}
      state={state}
      title={queue.title}
      controls={
        isOwn ? (
          <OtherDecides isOwn />
        ) : (
          !isOpen && (
            <>
              <Button
                variant="default"
                aria-label={`Can’t find it: ${what}`}
                {...singlePress(() => queue.open(check, 'take back'))}
              >
                Can’t find it
              </Button>
              <PendingButton
                variant={isPrimary ? 'filled' : 'default'}
                aria-label={`Looks right: ${what}`}
                leftSection={<Check size={16} strokeWidth={2.2} aria-hidden />}
                isPending={state.isPending}
                pendingText="Sending…"
                onClick={onConfirm}
              >
                Looks right
              </PendingButton>
            </>
          )
        )
      }
      panel={
        isOpen && (
          <ReasonPanel
            title="Can’t find it?"
            hint={
              <>
                <FirstName person={user} /> will read this, and can ask for another look.
              </>
            }
            reasons={reportReasons(interaction.type)}
            limit={shortReasonLimit}
            send="Take back the report"
            isPending={state.isPending}
            onSend={onTakeBack}
            onCancel={() => queue.close(check)}
          />
        )
      }
    >
      <CheckContent check={check} />
    </QueueRow>
  )
}

function CheckContent({ check }: { readonly check: ReviewedCheck }) {
  const { user, interaction, post, cause } = check
  const { type, platform, points, reportedAt } = interaction
  return (
    <>
      <p className={classes.sentence}>
        <PersonName person={user} cardOf={user.id} className={classes.name} /> reported{' '}
        <b>{reportNames[type]}</b> on this post
      </p>
      <span className={rowClasses.facts}>
        <PlatformMark platform={platform} size={16} />
        {platformNames[platform]} · <RelativeTime instant={reportedAt} /> · {counted(points, 'point')} ·{' '}
        {causeWords[cause]} <StatementButton user={user} />
      </span>
      <LinkCard address={post.postUrl} title={post.content} by={post.authorName} />
      <Answer check={check} />
    </>
  )
}

function Answer({ check: { user, answer, askedAt } }: { readonly check: ReviewedCheck }) {
  const now = useMinute()
  if (answer === null)
    return <p className={rowClasses.quiet}>No answer since {shortDay(new Date(askedAt), now)}</p>
  return (
    <>
      <p className={rowClasses.quiet}>
        <FirstName person={user} /> {answer.kind === 'confirm' ? 'says that it is there.' : 'takes it back.'}
      </p>
      {answer.note !== null && (
        <p className={rowClasses.quote} dir="auto">
          {answer.note}
        </p>
      )}
      {answer.link !== null && <LinkCard address={answer.link} />}
    </>
  )
}
