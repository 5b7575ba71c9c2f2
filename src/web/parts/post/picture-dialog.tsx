import '#web/ui/library-styles.ts'
import { Modal } from '@mantine/core'
import { useState } from 'react'
import type { DialogProps } from '#web/ui/wide-dialog.tsx'
import * as classes from './picture-dialog.module.css'

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
      <Picture key={src} src={src} alt={alt} />
    </Modal>
  )
}

function Picture({ src, alt }: Pick<PictureDialogProps, 'src' | 'alt'>) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>('waiting')
  return (
    <div className={classes.place} data-state={state}>
      {state !== 'shown' && (
        <p className={classes.words} role="status">
          {state === 'failed' ? 'The image could not be loaded' : 'Loading the image...'}
        </p>
      )}
      {state !== 'failed' && (
        <img
          className={classes.picture}
          src={src}
          alt={alt}
          referrerPolicy="no-referrer"
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </div>
  )
}
