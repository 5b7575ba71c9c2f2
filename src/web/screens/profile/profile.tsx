import { Button } from '@mantine/core'
import { LogOut } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import type { CurrentUser } from '#contract/users.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { UnlockNews } from '#web/parts/achievement/unlock-news.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { useSignOut } from '#web/parts/session/sign-out.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenTabs } from '#web/ui/screen-tabs.tsx'
import { EditForm } from './edit-form.tsx'
import { Figures } from './figures.tsx'
import { OwnActivity } from './own-activity.tsx'
import classes from './profile.module.css'
import { RecentBadges } from './recent-badges.tsx'
import { SocialAccounts } from './social-accounts.tsx'
import { TrackableLink } from './trackable-link.tsx'
import { WhoCard } from './who-card.tsx'

const badgesTab = 'achievements'

/** The member's profile: details to edit, achievements and activity. */
export function Profile() {
  const { user } = useCurrentUser()
  const { signOut } = useSignOut()
  return (
    <Frame>
      <Page
        title="Profile"
        before={<BackLink href={paths.dashboard} label="Back to dashboard" />}
        after={
          <Button
            variant="default"
            size="md"
            leftSection={<LogOut size={16} aria-hidden />}
            onClick={() => void signOut()}
          >
            Logout
          </Button>
        }
      >
        {user && (
          <div className={classes.parts}>
            <WhoCard user={user} />
            <ProfileTabs user={user} />
          </div>
        )}
      </Page>
    </Frame>
  )
}

function ProfileTabs({ user }: { readonly user: CurrentUser }) {
  const [parameters] = useSearchParams()
  return (
    <>
      <ScreenTabs
        label="Profile"
        tabs={[
          { value: 'profile', label: 'Profile', content: <Account user={user} />, isKept: true },
          { value: badgesTab, label: 'Achievements', content: <RecentBadges memberId={user.id} /> },
          { value: 'activity', label: 'Activity', content: <OwnActivity memberId={user.id} /> },
        ]}
      />
      {parameters.get('tab') !== badgesTab && <UnlockNews memberId={user.id} />}
    </>
  )
}

function Account({ user }: { readonly user: CurrentUser }) {
  return (
    <div className={classes.grid}>
      <div className={classes.edit}>
        <EditForm user={user} />
      </div>
      <div className={classes.figures}>
        <Figures user={user} />
      </div>
      <div className={classes.link}>
        <TrackableLink />
      </div>
      <div className={classes.accounts}>
        <SocialAccounts memberId={user.id} />
      </div>
    </div>
  )
}
