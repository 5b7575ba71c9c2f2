import { Button } from '@mantine/core'
import { Send, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SocialFeedPost } from '#contract/posts.ts'
import { ConfirmDialog } from '#web/parts/form/confirm-dialog.tsx'
import { counted } from '#web/ui/time-words.ts'
import type { PostBulk } from './post-bulk.ts'
import type { PostSelection } from './post-selection.ts'

interface BulkButtonsProps {
  readonly view: 'posts' | 'scheduled'
  readonly selection: PostSelection
  readonly bulk: PostBulk
}

/**
 * The bulk actions. With no posts selected, the buttons explain why they do nothing. What waits cannot be
 * pushed yet.
 */
export function BulkButtons({ view, selection: { chosen }, bulk }: BulkButtonsProps) {
  const [isAsking, setAsking] = useState(false)
  const count = chosen.size.toLocaleString('en-US')
  const them = chosen.size === 1 ? 'it' : 'them'
  const isBusy = bulk.running !== null || undefined
  return (
    <>
      {view === 'posts' && (
        <Button
          variant="default"
          leftSection={<Send size={16} aria-hidden />}
          aria-disabled={isBusy}
          data-bulk
          onClick={() => bulk.mayBegin() && void bulk.run('push')}
        >
          Push Selected to Slack ({count})
        </Button>
      )}
      <Button
        variant="outline"
        color="red"
        leftSection={<Trash2 size={16} aria-hidden />}
        aria-disabled={isBusy}
        data-bulk
        aria-haspopup="dialog"
        onClick={() => bulk.mayBegin() && setAsking(true)}
      >
        Delete Selected ({count})
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Delete Selected Posts"
        question={`Are you sure you want to delete ${counted(chosen.size, 'selected post')}? This action cannot be undone after 30 days.`}
        subject={authorsOf([...chosen.values()])}
        effects={[
          view === 'posts'
            ? `Members who reported on ${them} keep their points.`
            : `Members will never see ${them}.`,
        ]}
        words={{ title: 'Error', fallback: 'Failed to delete posts' }}
        // The page shows the progress and a Stop button.
        act={async () => undefined}
        onDone={() => {
          setAsking(false)
          void bulk.run('delete')
        }}
      />
    </>
  )
}

const namedAuthors = 3

/** `Ana, Bea, Cy and 4 more`. */
function authorsOf(posts: readonly SocialFeedPost[]): string {
  const names = [...new Set(posts.map(({ authorName }) => authorName))]
  const rest = names.length - namedAuthors
  const named = names.slice(0, namedAuthors).join(', ')
  return `By ${rest > 0 ? `${named} and ${rest.toLocaleString('en-US')} more` : named}`
}
