import type { ReactNode } from 'react'
import { useAutomationSettings } from '#web/api/automation.ts'
import { type SocialpilotSetup, useSocialpilotSetup } from '#web/api/socialpilot.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { BackfillForm } from './backfill-form.tsx'
import { ConnectionTests } from './connection-tests.tsx'
import { HookReference } from './hook-reference.tsx'
import { IncomingPanel } from './incoming-panel.tsx'
import { SettingsForm } from './settings-form.tsx'

/** How the scheduling tool and the automation service are connected, and what they may do. */
export function AutomationTab() {
  const settings = useAutomationSettings()
  return (
    <>
      <TabSection
        title="Automation Settings"
        text="What the two integrations do, and when a share earns its points."
      >
        <QueryState query={settings} what="automation settings" skeleton={<Lines count={6} />}>
          {({ data }) => <SettingsForm settings={data} />}
        </QueryState>
      </TabSection>
      <TabSection
        title="Incoming Webhook"
        text="Where SocialPilot and Zapier deliver posts, numbers and events."
      >
        <WithSetup count={2}>{(setup) => <IncomingPanel setup={setup} />}</WithSetup>
      </TabSection>
      <TabSection title="Connection Tests" text="They try out what is saved, and change nobody's points.">
        <ConnectionTests />
      </TabSection>
      <TabSection title="Manual Backfill" text="Brings earlier posts into the feed.">
        <BackfillForm />
      </TabSection>
      <TabSection title="Field Mapping" text="What each hook understands, for whoever connects another tool.">
        <WithSetup count={6}>{(setup) => <HookReference setup={setup} />}</WithSetup>
      </TabSection>
    </>
  )
}

interface WithSetupProps {
  /** Lines that will stand there. */
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
