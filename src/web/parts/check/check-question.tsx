import '#web/ui/library-styles.ts'
import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useId } from 'react'
import { checkNoteLimit } from '#contract/checks.ts'
import type { ReviewedCheck } from '#contract/review.ts'
import { safeUrl, titleOf } from '#domain/posts.ts'
import { platformNames } from '#domain/vocabulary.ts'
import { useAnswerCheck } from '#web/api/checks.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { PlatformMark } from '#web/parts/post/platform-mark.tsx'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { counted } from '#web/ui/time-words.ts'
import { toast } from '#web/ui/toasts.ts'
import { useMinute } from '#web/ui/use-minute.ts'
import { fieldWords, questionWords } from './check-words.ts'
import * as classes from './checks-card.module.css'

interface CheckQuestionProps {
  readonly check: ReviewedCheck
  readonly onAnswered: () => void
}

const refused = { title: 'Answer not sent', fallback: 'Failed to send the answer' }

/** One question about a report, to confirm it or to take it back. */
export function CheckQuestion({ check, onAnswered }: CheckQuestionProps) {
  const { interaction, post } = check
  const id = useId()
  const now = useMinute()
  const [before, after] = questionWords(interaction, now)
  const { mutateAsync } = useAnswerCheck()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/checks.schema.ts')).answerCheck.body,
    opened: { link: '', note: '' },
    fieldsOf: (fields) => fields,
    inputOf: (fields) => ({ answer: 'confirm', ...fields }),
    save: (body) => mutateAsync({ id: check.id, body }),
    words: refused,
    onSaved: () => {
      onAnswered()
      return { kind: 'success', title: 'Thank you', description: 'Your points stay.' }
    },
  })
  const takingBack = useAttempt({ title: 'Not taken back', fallback: 'Failed to take the report back' })
  const takeBack = () =>
    takingBack.attempt(async () => {
      await mutateAsync({ id: check.id, body: { answer: 'take_back' } })
      onAnswered()
      toast(takenBack(interaction.points))
    })
  const failure = saved.failure ?? takingBack.failure
  return (
    <form className={formClasses.form} aria-labelledby={id} {...saved.handlers}>
      <div>
        <p id={id} className={classes.question}>
          {before} <bdi>{post.authorName}</bdi>
          {after}
        </p>
        <Post check={check} />
        <p className={classes.note}>We ask about a few reports, picked by lot. Your points stay.</p>
      </div>
      <Fields type={interaction.type} form={saved.form} />
      {failure !== null && <FailureNote text={failure} />}
      <div className={classes.acts}>
        <PendingButton type="submit" variant="default" isPending={saved.isPending} pendingText="Sending…">
          Yes, I did
        </PendingButton>
        <PendingButton
          variant="subtle"
          isPending={takingBack.isPending}
          pendingText="Taking it back…"
          onClick={() => void takeBack()}
        >
          Take it back
        </PendingButton>
      </div>
    </form>
  )
}

/** The post that was reported, by its first words. */
function Post({ check: { post, interaction } }: Pick<CheckQuestionProps, 'check'>) {
  const { platform } = interaction
  const href = safeUrl(post.postUrl)
  const title = titleOf(post.content) || `A post by ${post.authorName}`
  return (
    <p className={classes.post}>
      <PlatformMark platform={platform} size={18} />
      {href === null ? (
        <span dir="auto">{title}</span>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer" dir="auto">
          {title}
          <span className="visually-hidden">, on {platformNames[platform]}, opens in a new tab</span>
        </a>
      )}
    </p>
  )
}

interface FieldsProps {
  readonly type: ReviewedCheck['interaction']['type']
  readonly form: UseFormReturnType<Values>
}

interface Values {
  readonly link: string
  readonly note: string
}

function Fields({ type, form }: FieldsProps) {
  const words = fieldWords(type)
  if (!words) return null
  return (
    <div className={formClasses.pair}>
      <TextInput
        label={words.link}
        type="url"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('link')}
      />
      <Textarea
        label={words.note}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={checkNoteLimit}
        {...form.getInputProps('note')}
      />
    </div>
  )
}

function takenBack(points: number) {
  const gone = points > 0 ? `−${counted(points, 'point')}. ` : ''
  return {
    kind: 'success',
    title: 'Report taken back',
    description: `${gone}You can report it again.`,
  } as const
}
