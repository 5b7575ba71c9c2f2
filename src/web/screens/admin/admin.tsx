import { useSearchParams } from 'wouter'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '#web/api/session.ts'
import { lazyTab } from '#web/app/lazy.tsx'
import { AccessDenied } from '#web/parts/frame/access-denied.tsx'
import { Frame } from '#web/parts/frame/frame.tsx'
import { Waiting } from '#web/parts/frame/waiting.tsx'
import { SetupCard } from '#web/parts/setup/setup-card.tsx'
import { useSetupCard } from '#web/parts/setup/use-setup-card.ts'
import { BackLink } from '#web/ui/back-link.tsx'
import { Page } from '#web/ui/page.tsx'
import { ScreenTabs } from '#web/ui/screen-tabs.tsx'
import * as classes from './admin.module.css'

const what = 'the admin panel'
/** Those without a filled button of their own. */
const quietTabs: readonly string[] = ['users', 'analytics', 'settings']

/** The admin panel. It checks access itself and shows everyone else Access Denied, signed in or not. */
export function Admin() {
  const { user, isLoading } = useCurrentUser()
  const isAdmin = user?.role === 'admin'
  const hasSetup = useSetupCard(isAdmin)
  const [parameters] = useSearchParams()
  const openTab = parameters.get('tab') ?? 'users'
  if (isLoading || hasSetup === null) return <Waiting text="Checking admin access..." />
  if (!user) return <AccessDenied isSignedIn={false} what={what} />
  if (!isAdmin) return <AccessDenied isSignedIn what={what} />
  return (
    <Frame>
      <Page
        title="Admin Panel"
        before={<BackLink href={paths.dashboard} label="Back to Dashboard" isWhole />}
      >
        <ScreenTabs
          label="Admin panel sections"
          isLong
          tabs={tabs}
          above={
            hasSetup && (
              <div className={classes.setup}>
                <SetupCard user={user} hasPrimary={quietTabs.includes(openTab)} />
              </div>
            )
          }
        />
      </Page>
    </Frame>
  )
}

const tabs = [
  lazyTab('users', 'Users', async () => (await import('#web/screens/admin/users/users-tab.tsx')).UsersTab),
  lazyTab(
    'social-feed',
    'Social Feed',
    async () => (await import('#web/screens/admin/social-feed/social-feed-tab.tsx')).SocialFeedTab,
  ),
  lazyTab(
    'analytics',
    'Analytics',
    async () => (await import('#web/screens/admin/analytics/analytics-tab.tsx')).AnalyticsTab,
  ),
  lazyTab(
    'contests',
    'Monthly Contests',
    async () => (await import('#web/screens/admin/contests/contests-tab.tsx')).ContestsTab,
  ),
  lazyTab('slack', 'Slack', async () => (await import('#web/screens/admin/slack/slack-tab.tsx')).SlackTab),
  lazyTab(
    'automation',
    'Automation',
    async () => (await import('#web/screens/admin/automation/automation-tab.tsx')).AutomationTab,
  ),
  lazyTab(
    'webhooks',
    'Webhooks',
    async () => (await import('#web/screens/admin/webhooks/webhooks-tab.tsx')).WebhooksTab,
  ),
  lazyTab(
    'settings',
    'Settings',
    async () => (await import('#web/screens/admin/settings/settings-tab.tsx')).SettingsTab,
  ),
] as const
