import { useState } from 'react'

/** The subject of a dialog. It is kept while the dialog closes, so that the content does not change meanwhile. */
export function useOpened<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  return {
    subject,
    /** Changes each time the dialog opens, to reset what is inside. */
    opening,
    isOpen,
    open(next: Subject | null) {
      setSubject(next)
      setOpening(opening + 1)
      setOpen(true)
    },
    close: () => setOpen(false),
  }
}
