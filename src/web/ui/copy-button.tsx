import './library-styles.ts'
import { Button, TextInput } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import * as classes from './copy-button.module.css'
import { RowButton } from './row-button.tsx'

const copiedMs = 2000
const refused = 'Your browser blocked copying. The text is selected, so you can copy it here.'

export interface Copying {
  /** True for a moment after a copy. */
  readonly isCopied: boolean
  /** How often the browser has refused access to the clipboard since the last successful copy. */
  readonly refusals: number
  readonly copy: () => void
}

/** Copies a text to the clipboard. If the browser refuses, a `CopyField` selects the text for the reader to copy. */
export function useCopy(text: string): Copying {
  const [copied, setCopied] = useState<object | null>(null)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(null), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy() {
    try {
      // On a page without https there is no clipboard object, and the resulting error takes the same path.
      await navigator.clipboard.writeText(text)
      setRefusals(0)
      // A new object each time, so that pressing again restarts the timer.
      setCopied({})
    } catch {
      setCopied(null)
      setRefusals((before) => before + 1)
    }
  }
  return { isCopied: copied !== null, refusals, copy: () => void copy() }
}

interface CopyButtonProps {
  readonly copying: Copying
  /** What it copies, as in "Copy your link". */
  readonly what: string
  readonly isSmall?: boolean
}

/** Copies, and shows and announces "Copied" for a moment. */
export function CopyButton({ copying, what, isSmall = false }: CopyButtonProps) {
  const { isCopied, refusals, copy } = copying
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'xs' : 'sm'}
        className={isSmall ? classes.small : classes.button}
        leftSection={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {what}</span>
      </Button>
      <CopyNews isCopied={isCopied} refusals={refusals} />
    </>
  )
}

/** The same as an icon, for the rows of a table. */
export function CopyIcon({ copying: { isCopied, refusals, copy }, what }: Omit<CopyButtonProps, 'isSmall'>) {
  return (
    <>
      <RowButton
        label={`${isCopied ? 'Copied' : 'Copy'} ${what}`}
        icon={isCopied ? Check : Copy}
        onClick={copy}
      />
      <CopyNews isCopied={isCopied} refusals={refusals} />
    </>
  )
}

/** Announces what became of a copy. */
export function CopyNews({ isCopied, refusals }: Pick<Copying, 'isCopied' | 'refusals'>) {
  return (
    <span className="visually-hidden" role="status">
      {isCopied && 'Copied'}
      {refusals > 0 && refused}
    </span>
  )
}

interface CopyFieldProps {
  readonly label: string
  readonly text: string
  readonly copying: Copying
}

/** A field with the text to copy, which is selected whenever the browser refuses to copy it. */
export function CopyField({ label, text, copying: { refusals } }: CopyFieldProps) {
  const field = useRef<HTMLInputElement>(null)
  const seen = useRef(0)
  useEffect(() => {
    if (refusals > seen.current) {
      field.current?.focus()
      field.current?.select()
    }
    seen.current = refusals
  }, [refusals])
  return (
    <TextInput
      ref={field}
      className={classes.field}
      label={label}
      description={refusals > 0 ? refused : undefined}
      inputWrapperOrder={['label', 'input', 'description']}
      readOnly
      value={text}
      onFocus={(event) => event.currentTarget.select()}
    />
  )
}
