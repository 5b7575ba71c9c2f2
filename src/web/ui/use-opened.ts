import { useState } from 'react'

/** What a dialog is open for. It stays while the dialog closes, so that nothing changes in it on the way. */
export function useOpened<Subject>() {
  const [subject, setSubject] = useState<Subject | null>(null)
  const [opening, setOpening] = useState(0)
  const [isOpen, setOpen] = useState(false)
  return {
    subject,
    /** Another number each time it is opened, for what must begin anew. */
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
