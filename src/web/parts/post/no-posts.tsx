import { Button } from '@mantine/core'
import { Inbox } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { EmptyState } from '#web/ui/query-state.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'

/** Shown in place of posts while there are none. An administrator is led to where one is added. */
export function NoPosts() {
  const { user } = useCurrentUser()
  const arrival = 'They show up here the moment they are out.'
  if (user?.role !== 'admin') return <EmptyState icon={Inbox} title="No posts yet" text={arrival} />
  return (
    <EmptyState
      icon={Inbox}
      title="No posts yet"
      text={`${arrival} You can also add one by hand.`}
      action={
        <Button component={ScreenLink} href={`${paths.admin}?tab=social-feed`} variant="default">
          Add post
        </Button>
      }
    />
  )
}
