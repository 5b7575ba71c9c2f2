import { Modal } from '@mantine/core'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import classes from './picture-dialog.module.css'

interface PictureDialogProps extends DialogProps {
  readonly src: string
  readonly alt: string
}

/** A picture as large as the window allows. */
export function PictureDialog({ isOpen, onClose, src, alt }: PictureDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={alt}
      size={1080}
      centered
      closeButtonProps={{ 'aria-label': 'Close', size: 32 }}
      // A `header` outside a section would be a banner landmark, which the dialog's header is not.
      attributes={{ header: { role: 'presentation' } }}
    >
      <img className={classes.picture} src={src} alt={alt} referrerPolicy="no-referrer" />
    </Modal>
  )
}
