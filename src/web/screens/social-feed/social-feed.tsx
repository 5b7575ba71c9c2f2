import { ArrowLeft } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '../../api/session.ts'
import { Frame } from '../../components/frame.tsx'
import { LiveIndicator } from '../../components/live-indicator.tsx'
import { Page } from '../../components/page.tsx'
import { ScreenLink } from '../../components/screen-link.tsx'
import { HonorSystem } from './honor-system.tsx'
import { PostList } from './post-list.tsx'
import { RecentInteractions } from './recent-interactions.tsx'
import classes from './social-feed.module.css'

/** All company posts, where members report what they did with them, and take a report back. */
export function SocialFeed() {
  const { user } = useCurrentUser()
  return (
    <Frame>
      <Page
        title="Social Feed"
        before={
          <ScreenLink href={paths.dashboard} className={classes.back} aria-label="Back to dashboard">
            <ArrowLeft size={20} aria-hidden />
          </ScreenLink>
        }
        after={
          <span className={classes.live}>
            <LiveIndicator />
          </span>
        }
      >
        <div className={classes.grid}>
          <div className={classes.honor}>
            <HonorSystem />
          </div>
          {/* Before the posts, or the way to an undo by keyboard would lead through all of them. */}
          <div className={classes.recent}>
            <RecentInteractions memberId={user?.id} />
          </div>
          <div className={classes.posts}>
            <PostList />
          </div>
        </div>
      </Page>
    </Frame>
  )
}
