import { type ComponentType, useEffect, useState } from 'react'
import { paths } from '#contract/paths.ts'
import { useCurrentUser } from '../../api/session.ts'
import { BackLink } from '../../components/back-link.tsx'
import { Frame } from '../../components/frame.tsx'
import { Page } from '../../components/page.tsx'
import { Loading, SkeletonRows } from '../../components/query-state.tsx'
import { ScreenTabs } from '../../components/screen-tabs.tsx'
import { Waiting } from '../../components/waiting.tsx'
import { AccessDenied } from './access-denied.tsx'

/** Where administrators run the programme. It looks after its own access: others are told so, signed in or not. */
export function Admin() {
  const { user, isLoading } = useCurrentUser()
  if (isLoading) return <Waiting text="Checking admin access..." />
  if (!user) return <AccessDenied hasFrame={false} />
  if (user.role !== 'admin') return <AccessDenied hasFrame />
  return (
    <Frame>
      <Page title="Admin Panel" before={<BackLink href={paths.dashboard} label="Back to Dashboard" />}>
        <ScreenTabs label="Parts of the admin panel" isLong tabs={tabs} />
      </Page>
    </Frame>
  )
}

const tabs = [
  lazyTab('users', 'Users', async () => (await import('./users/users-tab.tsx')).UsersTab),
  lazyTab(
    'social-feed',
    'Social Feed',
    async () => (await import('./social-feed/social-feed-tab.tsx')).SocialFeedTab,
  ),
  lazyTab('analytics', 'Analytics', async () => (await import('./analytics/analytics-tab.tsx')).AnalyticsTab),
  lazyTab(
    'contests',
    'Monthly Contests',
    async () => (await import('./contests/contests-tab.tsx')).ContestsTab,
  ),
  lazyTab('slack', 'Slack', async () => (await import('./slack/slack-tab.tsx')).SlackTab),
  lazyTab(
    'automation',
    'Automation',
    async () => (await import('./automation/automation-tab.tsx')).AutomationTab,
  ),
  lazyTab('webhooks', 'Webhooks', async () => (await import('./webhooks/webhooks-tab.tsx')).WebhooksTab),
  lazyTab('settings', 'Settings', async () => (await import('./settings/settings-tab.tsx')).SettingsTab),
] as const

/**
 * A tab whose script is loaded when it is first opened, or pointed at. It waits by itself and not in a Suspense, which
 * shows nothing new within a third of a second after a placeholder.
 */
function lazyTab(value: string, label: string, load: () => Promise<ComponentType>) {
  let loaded: ComponentType | null = null
  const start = async () => {
    loaded = await load()
    return loaded
  }

  function Content() {
    const [Shown, setShown] = useState(() => loaded)
    useEffect(() => {
      if (Shown) return
      let isHere = true
      start().then(
        (component) => isHere && setShown(() => component),
        // Thrown while drawing, it reaches whoever says so for the whole screen.
        (error: unknown) =>
          setShown(() => {
            throw error
          }),
      )
      return () => {
        isHere = false
      }
    }, [Shown])
    if (Shown) return <Shown />
    return (
      <Loading what={label.toLowerCase()}>
        <SkeletonRows count={8} height={40} hasAvatar={false} />
      </Loading>
    )
  }
  return { value, label, content: <Content />, preload: () => void start().catch(() => undefined) }
}
