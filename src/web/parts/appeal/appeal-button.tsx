import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useRef } from 'react'
import { lazyDialog } from '#web/app/lazy.tsx'
import { useFocusLost } from '#web/ui/use-focus-lost.ts'
import type { AppealWords } from './appealed.ts'

const dialog = lazyDialog(async () => (await import('./appeal-dialog.tsx')).AppealDialog)

interface AppealButtonProps extends AppealWords {
  /** Called when it is removed while it has the focus. */
  readonly onFocusLost: () => void
}

/** Opens the form of an appeal. */
export function AppealButton({ onFocusLost, ...words }: AppealButtonProps) {
  const [isOpen, { open, close }] = useDisclosure(false)
  const button = useRef<HTMLButtonElement>(null)
  useFocusLost(button, onFocusLost)
  return (
    <>
      <Button
        ref={button}
        variant="subtle"
        size="compact-xs"
        onClick={open}
        aria-haspopup="dialog"
        aria-label={`Appeal: ${words.about}`}
        {...dialog.onIntent}
      >
        Appeal
      </Button>
      <dialog.Dialog {...words} isOpen={isOpen} onClose={close} />
    </>
  )
}
