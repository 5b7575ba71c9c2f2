import { Button } from '@mantine/core'
import { Link2, Plus } from 'lucide-react'
import { useState } from 'react'
import { lazyDialog } from '#web/app/lazy.tsx'
import { Step, type StepPlace } from './step.tsx'

const newPostDialog = lazyDialog(
  async () => (await import('#web/parts/new-post/add-post-dialog.tsx')).AddPostDialog,
)
const connectDialog = lazyDialog(
  async () => (await import('#web/parts/hook/connect-dialog.tsx')).ConnectDialog,
)

/** Waits for the first post, which a tool delivers or the administrator adds by hand. */
export function PostStep({ place }: { readonly place: StepPlace }) {
  const [isAdding, setAdding] = useState(false)
  const [isConnecting, setConnecting] = useState(false)
  const text = place.isDone
    ? 'The first post has arrived.'
    : 'Waiting for the first delivery. Copy the address into Zapier or SocialPilot, or add a post by hand.'
  return (
    <Step place={place} title="Let posts arrive" text={text} isWaiting>
      <Button
        variant={place.isPrimary ? 'filled' : 'default'}
        leftSection={<Plus size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setAdding(true)}
        {...newPostDialog.onIntent}
      >
        Add post
      </Button>
      <Button
        variant="default"
        leftSection={<Link2 size={16} aria-hidden />}
        aria-haspopup="dialog"
        onClick={() => setConnecting(true)}
        {...connectDialog.onIntent}
      >
        Connect a tool
      </Button>
      <newPostDialog.Dialog isOpen={isAdding} onClose={() => setAdding(false)} />
      <connectDialog.Dialog isOpen={isConnecting} onClose={() => setConnecting(false)} />
    </Step>
  )
}
