import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Share2 } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyDialog, lazyPart } from '#web/app/lazy.tsx'
import { hasDraft } from '#web/app/use-draft.ts'
import { OpenChecks } from '#web/parts/check/open-checks.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { LiveIndicator } from '#web/parts/frame/live-indicator.tsx'
import { TodayStage } from '#web/parts/today/today-stage.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { useIdle } from '#web/ui/use-idle.ts'
import { HonorSystem } from './honor-system.tsx'
import { PostList } from './post-list.tsx'
import { RecentInteractions } from './recent-interactions.tsx'
import { shareDraft } from './share-draft.ts'
import * as classes from './social-feed.module.css'
import { SubmittedShares } from './submitted-shares.tsx'

const shareDialog = lazyDialog(async () => (await import('./share-dialog.tsx')).ShareDialog)
const UnlockNews = lazyPart(async () => (await import('#web/parts/achievement/unlock-news.tsx')).UnlockNews)

/** All company posts, where members report interactions and undo them. */
export function SocialFeed() {
  const { user } = useCurrentUser()
  // What stands beside the posts, and what is news later, is read after them.
  const memberId = useIdle() ? user?.id : undefined
  const [isSharing, { open, close }] = useDisclosure(hasDraft(shareDraft, user?.id))
  return (
    <Frame>
      <Page
        title="Social Feed"
        before={<BackLink href={paths.dashboard} label="Back to dashboard" />}
        after={
          <div className={classes.tools}>
            <Button
              leftSection={<Share2 size={16} aria-hidden />}
              variant="default"
              onClick={open}
              {...shareDialog.onIntent}
              aria-haspopup="dialog"
            >
              Report your own post
            </Button>
            <span className={classes.live}>
              <LiveIndicator />
            </span>
          </div>
        }
      >
        <OpenChecks />
        {/* The reports come before the posts, so that keyboard users reach an undo without tabbing through all of them. */}
        <div className={classes.columns}>
          <div className={classes.rail}>
            <TodayStage size="small" />
            <RecentInteractions memberId={memberId} />
          </div>
          <div className={classes.feed}>
            <PostList />
          </div>
          <div className={classes.rail}>
            <HonorSystem />
            <SubmittedShares memberId={memberId} />
          </div>
        </div>
        {memberId && <UnlockNews memberId={memberId} />}
        <shareDialog.Dialog isOpen={isSharing} onClose={close} />
      </Page>
    </Frame>
  )
}
