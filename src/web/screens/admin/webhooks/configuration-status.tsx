import type { AutomationSettingsView } from '#contract/automation.ts'
import { useAutomationSettings } from '#web/api/automation.ts'
import type { SocialpilotSetup } from '#web/api/socialpilot.ts'
import { QueryState, SkeletonRows } from '#web/ui/query-state.tsx'
import { StatusBadge } from '#web/ui/status-badge.tsx'
import * as classes from './webhooks.module.css'

/** The webhook configuration in words. */
export function ConfigurationStatus({ setup }: { readonly setup: SocialpilotSetup }) {
  const settings = useAutomationSettings()
  return (
    <QueryState
      query={settings}
      what="automation settings"
      skeleton={<SkeletonRows count={3} height={32} hasAvatar={false} />}
    >
      {({ data }) => <StatusList setup={setup} settings={data} />}
    </QueryState>
  )
}

interface StatusListProps {
  readonly setup: SocialpilotSetup
  readonly settings: AutomationSettingsView
}

function StatusList({ setup, settings }: StatusListProps) {
  const facts = [
    ['SocialPilot webhooks', settings.socialPilotEnabled, 'Active', 'Switched off'],
    ['Zapier trigger', settings.zapierEnabled, 'Active', 'Switched off'],
    ['Outgoing address', settings.webhookUrl !== null, 'Configured', 'Not set'],
    ['Webhook secret', setup.secret !== '', 'Configured', 'Not set'],
    ['Old domain', setup.legacyPublicUrl !== null, 'Configured', 'Not set'],
  ] as const
  return (
    <dl className={classes.facts}>
      {facts.map(([name, isGood, good, bad]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <StatusBadge tone={isGood ? 'good' : 'off'}>{isGood ? good : bad}</StatusBadge>
          </dd>
        </div>
      ))}
    </dl>
  )
}
