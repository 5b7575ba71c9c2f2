import { useRef, useState } from 'react'
import type { UserCard } from '#contract/users.ts'
import { laterStatement } from '#web/parts/statement/later-statement.tsx'
import * as classes from './statement-button.module.css'

/** Opens a member's points, entry by entry. */
export function StatementButton({ user }: { readonly user: UserCard }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <button
        ref={button}
        type="button"
        className={classes.button}
        aria-label={`Statement of ${user.displayName}`}
        aria-haspopup="dialog"
        onClick={() => {
          setOpen(true)
          setOpened(true)
        }}
        {...laterStatement.onIntent}
      >
        Statement
      </button>
      {wasOpened && (
        <laterStatement.Dialog
          user={user}
          isOpen={isOpen}
          onClose={() => {
            setOpen(false)
            // Once the dialog no longer holds the focus.
            setTimeout(() => button.current?.focus())
          }}
        />
      )}
    </>
  )
}
