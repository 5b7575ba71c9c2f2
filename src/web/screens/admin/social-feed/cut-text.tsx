import '#web/ui/library-styles.ts'
import { Popover } from '@mantine/core'
import { useEffect, useState } from 'react'
import { excerpt } from '#domain/posts.ts'
import * as classes from './cut-text.module.css'

const lingerMs = 150

interface CutTextProps {
  readonly text: string
  /** How many characters are shown. */
  readonly limit: number
}

/** The beginning of a text. Pointing at it, pressing or focusing it shows all; screen readers always get all of it. */
export function CutText({ text, limit }: CutTextProps) {
  const short = excerpt(text, limit)
  const whole = useLingering()
  if (short === text) {
    return (
      <span className={classes.text} dir="auto">
        {text}
      </span>
    )
  }
  return (
    <Popover
      opened={whole.isOpen}
      onDismiss={whole.close}
      width={360}
      position="bottom-start"
      withRoles={false}
      // A closing transition would cover the element that has the focus now.
      transitionProps={{ duration: 0 }}
      returnFocus={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.short}
          dir="auto"
          onMouseEnter={whole.open}
          onMouseLeave={whole.leave}
          onFocus={whole.open}
          onBlur={whole.close}
          onClick={whole.open}
          onKeyDown={({ key }) => key === 'Escape' && whole.close()}
        >
          <span aria-hidden="true">{short}</span>
          <span className="visually-hidden">{text}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown
        className={classes.whole}
        aria-hidden="true"
        onMouseEnter={whole.open}
        onMouseLeave={whole.leave}
        dir="auto"
      >
        {text}
      </Popover.Dropdown>
    </Popover>
  )
}

/** Whether it is open. After `leave` it closes with a delay, so that the pointer can reach it. */
function useLingering() {
  const [isOpen, setOpen] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  useEffect(() => {
    if (!isLeaving) return
    const timer = setTimeout(() => {
      setOpen(false)
      setLeaving(false)
    }, lingerMs)
    return () => clearTimeout(timer)
  }, [isLeaving])
  return {
    isOpen,
    open: () => {
      setLeaving(false)
      setOpen(true)
    },
    leave: () => setLeaving(true),
    close: () => setOpen(false),
  }
}
