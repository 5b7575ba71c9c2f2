import { Button } from '@mantine/core'
import { CalendarClock, Megaphone, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { EmptyState } from '#web/ui/query-state.tsx'
import type { PostView } from './post-view.ts'

const texts = {
  scheduled: {
    title: 'Nothing scheduled',
    text: 'A post with a time ahead waits here. Members see it when its time comes.',
  },
  deleted: {
    title: 'Nothing deleted',
    text: 'A deleted post stays here for 30 days, and can be restored.',
  },
} as const

interface NoPostsProps {
  readonly view: PostView
  readonly search: string | undefined
  readonly onWiden: () => void
  readonly add: ReactNode
}

/** Says why there is no post, and leads on. */
export function NoPosts({ view, search, onWiden, add }: NoPostsProps) {
  if (search === undefined && view !== 'posts')
    return <EmptyState icon={view === 'scheduled' ? CalendarClock : Trash2} {...texts[view]} />
  if (search === undefined) {
    return (
      <EmptyState
        icon={Megaphone}
        title="No Social Feed Posts"
        text="Posts arrive automatically from the scheduling tool. You can also add one by hand."
        action={add}
      />
    )
  }
  return (
    <EmptyState
      icon={Megaphone}
      title="No posts found"
      text="Try different words."
      action={
        <Button variant="default" onClick={onWiden}>
          Show all posts
        </Button>
      }
    />
  )
}
