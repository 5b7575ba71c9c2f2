import { Button } from '@mantine/core'
import { SlidersHorizontal, Workflow } from 'lucide-react'
import { paths } from '#contract/paths.ts'
import { TabSection } from '#web/screens/admin/tab-section.tsx'
import { ScreenLink } from '#web/ui/screen-link.tsx'
import { AuditTrail } from './audit-trail.tsx'
import { BackupSettings } from './backup-settings.tsx'
import { BoardSettings } from './board-settings.tsx'
import { EmergencyAdmins } from './emergency-admins.tsx'
import * as classes from './settings-tab.module.css'
import { ShowSetupButton } from './show-setup-button.tsx'
import { StatusBlock } from './status-block.tsx'
import { StreakSettings } from './streak-settings.tsx'
import { SystemFacts } from './system-facts.tsx'

/** The system and its status, links to the settings, the boards, streaks, backups, the emergency administrators, and the audit trail. */
export function SettingsTab() {
  return (
    <>
      <TabSection title="System" text="The state of this installation.">
        <SystemFacts />
        <div className={classes.pointers}>
          <p className={classes.text}>
            Set up integrations in the Automation tab, and set what each action earns in the points rules.
          </p>
          <Button
            component={ScreenLink}
            href={`${paths.admin}?tab=automation`}
            variant="default"
            leftSection={<Workflow size={16} aria-hidden />}
          >
            Open the Automation tab
          </Button>
          <Button
            component={ScreenLink}
            href={paths.adminPoints}
            variant="default"
            leftSection={<SlidersHorizontal size={16} aria-hidden />}
          >
            Open the points rules
          </Button>
          <ShowSetupButton />
        </div>
      </TabSection>
      <StatusBlock />
      <BoardSettings />
      <StreakSettings />
      <BackupSettings />
      <EmergencyAdmins />
      <AuditTrail />
    </>
  )
}
