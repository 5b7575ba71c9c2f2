import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyTab } from '#web/app/lazy.tsx'
import { UnlockNews } from '#web/parts/achievement/unlock-news.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenTabs } from '#web/ui/screen-tabs.tsx'
import { BadgesCard } from './badges-card.tsx'
import { Calendar } from './calendar.tsx'
import { EditForm } from './edit-form.tsx'
import { Figures } from './figures.tsx'
import { Tokens } from './lazy-tokens.tsx'
import { Notifications } from './notifications.tsx'
import { OwnActivity } from './own-activity.tsx'
import { OwnStreak } from './own-streak.tsx'
import * as classes from './profile.module.css'
import { ProfileHead } from './profile-head.tsx'
import { RecentBadges } from './recent-badges.tsx'
import { Sessions } from './sessions.tsx'
import { SocialAccounts } from './social-accounts.tsx'
import { Statement } from './statement.tsx'
import { TrackableLink } from './trackable-link.tsx'

const pointsTab = lazyTab('points', 'Points', async () => (await import('./points-tab.tsx')).PointsTab)

/** The member's profile: figures, points and details, achievements and activity. */
export function Profile() {
  const { user } = useCurrentUser()
  return (
    <Frame>
      <Page
        title="Profile"
        isHeadingHidden
        before={<BackLink href={paths.dashboard} label="Back to dashboard" />}
      >
        {user && (
          <div className={classes.parts}>
            <ProfileHead user={user} />
            <ProfileTabs user={user} />
          </div>
        )}
      </Page>
    </Frame>
  )
}

function ProfileTabs({ user }: { readonly user: CurrentUser }) {
  return (
    <>
      <ScreenTabs
        label="Profile"
        tabs={[
          { value: 'profile', label: 'Profile', content: <Account user={user} />, isKept: true },
          pointsTab,
          { value: 'achievements', label: 'Achievements', content: <RecentBadges user={user} /> },
          { value: 'activity', label: 'Activity', content: <OwnActivity memberId={user.id} /> },
        ]}
      />
      <UnlockNews memberId={user.id} />
    </>
  )
}

function Account({ user }: { readonly user: CurrentUser }) {
  return (
    <div className={classes.account}>
      <Figures user={user} />
      <div className={classes.columns}>
        <div className={classes.main}>
          <Statement />
          <OwnStreak />
          <EditForm user={user} />
          <SocialAccounts memberId={user.id} />
          <Notifications />
          <Sessions />
          <Tokens />
        </div>
        <div className={classes.side}>
          <Calendar user={user} />
          <BadgesCard user={user} />
          <TrackableLink />
        </div>
      </div>
    </div>
  )
}
