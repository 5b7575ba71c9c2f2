import { Button, TextInput } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import classes from './copy-button.module.css'

const copiedMs = 2000
const refused = 'This browser did not allow copying. The text is selected: copy it from here.'

export interface Copying {
  /** For a moment after it was copied. */
  readonly isCopied: boolean
  /** How often the browser has not let the page write to its clipboard since it last did. */
  readonly refusals: number
  readonly copy: () => void
}

/** Copies a text to the clipboard. Where that is refused, a `CopyField` has it selected for the reader to copy. */
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
      // On a page that did not come by https there is no clipboard at all, which ends in the same place.
      await navigator.clipboard.writeText(text)
      setRefusals(0)
      // A new object each time: pressed again, it stays for as long again.
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

/** Copies, and says so for a moment, to those who listen too. */
export function CopyButton({ copying, what, isSmall = false }: CopyButtonProps) {
  const { isCopied, refusals, copy } = copying
  return (
    <>
      <Button
        variant="default"
        size={isSmall ? 'xs' : 'md'}
        className={isSmall ? classes.small : classes.button}
        leftSection={isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        onClick={copy}
      >
        {isCopied ? 'Copied' : 'Copy'}
        <span className="visually-hidden"> {what}</span>
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied'}
        {refusals > 0 && refused}
      </span>
    </>
  )
}

interface CopyFieldProps {
  readonly label: string
  readonly text: string
  readonly copying: Copying
}

/** The text that can be copied, selected whenever the browser refused to. */
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
