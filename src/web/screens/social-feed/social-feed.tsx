import { useCurrentUser } from '../../api/session.ts'
import { BackButton } from '../../components/back-button.tsx'
import { Frame } from '../../components/frame.tsx'
import { LiveIndicator } from '../../components/live-indicator.tsx'
import { Page } from '../../components/page.tsx'
import { HonorSystem } from './honor-system.tsx'
import { PostList } from './post-list.tsx'
import { RecentInteractions } from './recent-interactions.tsx'
import classes from './social-feed.module.css'

/** All company posts, where members report what they did with them, and take a report back. */
export function SocialFeed() {
  const { user } = useCurrentUser()
  return (
    <Frame>
      <Page title="Social Feed" before={<BackButton />} after={<LiveIndicator />}>
        <div className={classes.grid}>
          <div className={classes.side}>
            <HonorSystem />
            <RecentInteractions memberId={user?.id} />
          </div>
          <PostList />
        </div>
      </Page>
    </Frame>
  )
}
