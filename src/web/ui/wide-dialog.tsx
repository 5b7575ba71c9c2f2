import './library-styles.ts'
import { Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import * as classes from './wide-dialog.module.css'

export interface DialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface WideDialogProps extends DialogProps {
  readonly title: string
  readonly children: ReactNode
}

/** A dialog for a whole list or a form. */
export function WideDialog({ isOpen, onClose, title, children }: WideDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close', size: 32 }}
      classNames={{ title: classes.title }}
      // A `header` outside a section would be a banner landmark, which the dialog's header is not.
      attributes={{ header: { role: 'presentation' } }}
    >
      {children}
    </Modal>
  )
}
