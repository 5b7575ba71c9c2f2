import '#web/ui/library-styles.ts'
import { Button, Textarea } from '@mantine/core'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { PendingButton } from '#web/ui/pending-button.tsx'
import * as classes from './reason-panel.module.css'
import type { Reason } from './reasons.ts'

interface ReasonPanelProps {
  /** As in "Why not?". */
  readonly title: string
  /** Who will read it. */
  readonly hint: ReactNode
  readonly reasons: readonly Reason[]
  /** Characters. */
  readonly limit: number
  readonly send: string
  /** Whether the answer takes something from the member. */
  readonly isHard?: boolean
  readonly isPending: boolean
  readonly onSend: (text: string) => void
  readonly onCancel: () => void
  /** Another way to answer, beside Cancel. */
  readonly more?: ReactNode
}

/** Words from the reviewer to the member, chosen or written. */
export function ReasonPanel({
  title,
  hint,
  reasons,
  limit,
  send,
  isHard = true,
  isPending,
  onSend,
  onCancel,
  more,
}: ReasonPanelProps) {
  const id = useId()
  const [text, setText] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // A phone's keyboard would cover the reasons, which are quicker there.
    const isTouch = window.matchMedia('(pointer: coarse)').matches
    const first = isTouch ? form.current?.querySelector<HTMLElement>('button') : field.current
    first?.focus()
  }, [])

  function submit(event?: FormEvent) {
    event?.preventDefault()
    if (isPending) return
    const words = text.trim()
    setMissing(words === '')
    if (words === '') field.current?.focus()
    else onSend(words)
  }

  return (
    <form
      ref={form}
      className={classes.panel}
      aria-labelledby={id}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel()
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        submit()
      }}
    >
      <p className={classes.title}>
        <b id={id}>{title}</b> <span className={classes.hint}>{hint}</span>
      </p>
      <fieldset className={classes.reasons} aria-label="Usual reasons">
        {reasons.map((reason) => (
          <button
            key={reason.label}
            type="button"
            className={classes.reason}
            aria-pressed={reason.text === text}
            onClick={() => {
              setText(reason.text)
              setMissing(false)
            }}
          >
            {reason.label}
          </button>
        ))}
      </fieldset>
      <Textarea
        ref={field}
        aria-label={title}
        aria-describedby={`${id}-count`}
        dir="auto"
        rows={2}
        maxLength={limit}
        value={text}
        error={isMissing && 'Choose a reason, or write a few words.'}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <p id={`${id}-count`} className={classes.count}>
        {text.length} / {limit}
        <span className="visually-hidden"> characters</span>
      </p>
      <div className={classes.buttons}>
        {more}
        <Button variant="subtle" onClick={onCancel}>
          Cancel
        </Button>
        <PendingButton
          type="submit"
          variant={isHard ? 'outline' : 'default'}
          {...(isHard && { color: 'red' })}
          isPending={isPending}
          pendingText="Sending…"
        >
          {send}
        </PendingButton>
      </div>
    </form>
  )
}
