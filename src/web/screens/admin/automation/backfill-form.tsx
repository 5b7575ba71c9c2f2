import '#web/ui/library-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { backfillPosts, mostBackfillPosts } from '#contract/socialpilot.ts'
import { useBackfill } from '#web/api/socialpilot.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import * as classes from './automation.module.css'
import { backfillExample, jsonIn, problemLines } from './backfill-fields.ts'

/** Adds earlier posts to the feed by hand. */
export function BackfillForm() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  const { failure, isPending, problems, done, send, forget } = useSend(text, field)
  return (
    <form
      className={`${formClasses.form} ${classes.card}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <p className={classes.note}>
        <code>{backfillPosts.path}</code> is a manual backfill endpoint: a tool can deliver to it with the
        secret, and you can send posts to it here. At most {mostBackfillPosts} at once, all of them or none,
        without chat messages or activities.
      </p>
      {failure !== null && <FailureNote text={failure} />}
      <Textarea
        ref={field}
        label="Posts as JSON"
        description="A list of posts, or one post, with the fields of a new post below."
        classNames={{ input: classes.code }}
        autosize
        minRows={4}
        maxRows={16}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        error={problems.length > 0 && <ProblemLines lines={problems} />}
      />
      <div className={formClasses.buttons}>
        <p role="status" className={classes.done}>
          {done !== null && `Backfill done: ${done}.`}
        </p>
        <Button
          variant="subtle"
          onClick={() => {
            setText(backfillExample)
            forget()
            field.current?.focus()
          }}
        >
          Insert Example
        </Button>
        <PendingButton type="submit" variant="default" isPending={isPending} pendingText="Sending…">
          Send Posts
        </PendingButton>
      </div>
    </form>
  )
}

function ProblemLines({ lines }: { readonly lines: readonly string[] }) {
  return (
    <span className={classes.problems}>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}

function useSend(text: string, field: RefObject<HTMLTextAreaElement | null>) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const { mutateAsync, data, reset } = useBackfill()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Backfill failed',
    fallback: 'Please try again later.',
  })
  function forget(): void {
    setProblems([])
    reset()
  }
  function refuse(lines: readonly string[]): void {
    // Drawn before the focus moves, so that a screen reader finds the message with its field.
    flushSync(() => setProblems(lines))
    if (lines.length > 0) field.current?.focus()
  }
  async function send(): Promise<void> {
    forget()
    const read = jsonIn(text)
    if ('problem' in read) return refuse([read.problem])
    const outcome = await attempt(() => mutateAsync(read.value))
    if (typeof outcome === 'object') refuse(problemLines(outcome.problems))
  }
  return { failure, isPending, problems, done: data?.message ?? null, send, forget }
}
