import { type ReactNode, useEffect, useRef } from 'react'
import { CopyButton, CopyField, useCopy } from './copy-button.tsx'
import * as classes from './shown-once.module.css'

interface ShownOnceProps {
  /** The name of the group, such as `Secret for hooks.example`. */
  readonly name: string
  /** What is above the field. */
  readonly label: string
  /** What is copied. */
  readonly text: string
  /** What the button copies, such as `the secret`. */
  readonly what: string
  /** Whether it stands on a ground of its own. */
  readonly isFramed?: boolean
  /** Whether it gets the focus, because it has just appeared. */
  readonly takesFocus?: boolean
  /** What to do with it. */
  readonly children: ReactNode
}

/** A secret that was just made and is not shown again, with a button that copies it. */
export function ShownOnce(props: ShownOnceProps) {
  const { name, label, text, what, isFramed = false, takesFocus = true, children } = props
  const copying = useCopy(text)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takesFocus) note.current?.focus()
  }, [takesFocus])
  const look = isFramed ? `${classes.note} ${classes.framed}` : classes.note
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of what belongs to one secret, not fields of a form
    <div ref={note} className={look} role="group" aria-label={name} tabIndex={-1}>
      <p>{children}</p>
      <div className={classes.field}>
        <CopyField label={label} text={text} copying={copying} />
        <CopyButton copying={copying} what={what} />
      </div>
    </div>
  )
}
