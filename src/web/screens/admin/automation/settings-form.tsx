import '#web/ui/library-styles.ts'
import { Switch, TextInput } from '@mantine/core'
import type { AutomationSettingsView } from '#contract/automation.ts'
import { useSaveAutomationSettings } from '#web/api/automation.ts'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import * as classes from './automation.module.css'
import { changeIn, fieldsOf, settingNames, settingText } from './settings-fields.ts'

const switches = [
  ['zapierEnabled', 'Send shares to Zapier and accept its updates.'],
  ['socialPilotEnabled', 'Accept posts, engagement and events from SocialPilot.'],
  [
    'autoPublish',
    'A share goes out as soon as it is submitted, without a review. Needs Zapier and the address below.',
  ],
  ['pointsOnSchedule', 'A share earns its points when it is scheduled.'],
  ['pointsOnPublish', 'A share earns its points when it is published. It earns them only once.'],
] as const

/** The settings as they can be changed. */
export function SettingsForm({ settings }: { readonly settings: AutomationSettingsView }) {
  const { mutateAsync } = useSaveAutomationSettings()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/automation.schema.ts')).saveAutomationSettings.body,
    opened: settings,
    fieldsOf,
    inputOf: changeIn,
    save: (change) => mutateAsync(change),
    words: { title: 'Failed to save settings', fallback: 'Please try again later', isToastFixed: true },
    onSaved: ({ data }, reopen) => {
      // What others have changed shows from now on too.
      reopen(data)
      return {
        kind: 'success',
        title: 'Settings saved',
        description: 'Automation settings have been updated successfully',
      }
    },
  })
  return (
    <SavedForm
      saved={saved}
      submit="Save Settings"
      pending="Saving…"
      conflictWords={{ names: settingNames, show: settingText }}
      className={classes.card}
    >
      {switches.map(([name, description]) => (
        <Switch
          key={name}
          label={settingNames[name]}
          description={description}
          {...saved.form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <TextInput
        label={settingNames.webhookUrl}
        description="The address of your Zap's catch hook. A saved address is shown shortened: leave it, replace it, or clear it."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...saved.form.getInputProps('webhookUrl')}
      />
    </SavedForm>
  )
}
