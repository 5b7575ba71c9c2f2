import type { ReactNode } from 'react'
import { useAutomationSettings } from '#web/api/automation.ts'
import { type SocialpilotSetup, useSocialpilotSetup } from '#web/api/socialpilot.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import * as classes from './automation.module.css'
import { BackfillForm } from './backfill-form.tsx'
import { ConnectionTests } from './connection-tests.tsx'
import { HookReference } from './hook-reference.tsx'
import { IncomingPanel } from './incoming-panel.tsx'
import { SettingsForm } from './settings-form.tsx'

/** How the scheduling tool and the automation service connect, and what they may do. */
export function AutomationTab() {
  const settings = useAutomationSettings()
  return (
    <>
      <TabSection
        title="Automation Settings"
        text="Choose what the integrations do and when shares earn points."
      >
        <QueryState query={settings} what="automation settings" skeleton={<Lines count={6} />}>
          {({ data }) => <SettingsForm settings={data} />}
        </QueryState>
      </TabSection>
      <TabSection
        title="Incoming Webhook"
        text="SocialPilot and Zapier send posts, engagement and events here."
      >
        <WithSetup count={2}>{(setup) => <IncomingPanel setup={setup} />}</WithSetup>
      </TabSection>
      <TabSection title="Connection Tests" text="Test the saved settings. Nobody's points change.">
        <ConnectionTests />
      </TabSection>
      <TabSection title="Manual Backfill" text="Add earlier posts to the feed.">
        <BackfillForm />
      </TabSection>
      <TabSection
        title="Field Mapping"
        text="The fields that each webhook accepts, for connecting other tools."
        actions={
          <a className={classes.reference} href="/api/docs" target="_blank" rel="noopener">
            API reference
          </a>
        }
      >
        <WithSetup count={6}>{(setup) => <HookReference setup={setup} />}</WithSetup>
      </TabSection>
    </>
  )
}

interface WithSetupProps {
  /** How many lines to reserve. */
  readonly count: number
  readonly children: (setup: SocialpilotSetup) => ReactNode
}

function WithSetup({ count, children }: WithSetupProps) {
  const setup = useSocialpilotSetup()
  return (
    <QueryState query={setup} what="webhook set-up" skeleton={<Lines count={count} />}>
      {({ data }) => children(data)}
    </QueryState>
  )
}

function Lines({ count }: { readonly count: number }) {
  return <SkeletonRows count={count} hasAvatar={false} />
}
