import { Switch, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { AutomationSettingsView } from '#contract/automation.ts'
import { useSaveAutomationSettings } from '../../../api/automation.ts'
import { useAttempt } from '../../../components/attempt.ts'
import { ConflictNote, type EditConflict, useEditConflict } from '../../../components/edit-conflict.tsx'
import { FailureNote } from '../../../components/failure-note.tsx'
import formClasses from '../../../components/form.module.css'
import { refuseFields } from '../../../components/form-refusal.ts'
import { PendingButton } from '../../../components/pending-button.tsx'
import { toast } from '../../../components/toaster.tsx'
import classes from './automation.module.css'
import { changeIn, fieldsOf, type SettingsFields, settingNames, settingText } from './settings-fields.ts'

const switches = [
  ['zapierEnabled', 'Zapier may tell of shares, and shares go out to it.'],
  ['socialPilotEnabled', 'SocialPilot may deliver posts, their numbers and events.'],
  [
    'autoPublish',
    'A share goes out as soon as it is submitted, without a review. Needs Zapier and the address below.',
  ],
  ['pointsOnSchedule', 'A share earns its points when it is given a time.'],
  ['pointsOnPublish', 'A share earns its points when it is published. It earns them once in any case.'],
] as const

/** The settings as they can be changed. What is wrong is said at its field. */
export function SettingsForm({ settings }: { readonly settings: AutomationSettingsView }) {
  const form = useForm<SettingsFields>({ initialValues: fieldsOf(settings) })
  const conflict = useEditConflict(settings)
  const { failure, isPending, save } = useSave(form, conflict)
  return (
    <form
      className={`${formClasses.form} ${classes.card}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {failure !== null && <FailureNote text={failure} />}
      {conflict.changed && (
        <ConflictNote
          changed={conflict.changed}
          names={settingNames}
          show={settingText}
          onTake={() => {
            const { webhookUrl, ...theirs } = conflict.changed ?? {}
            form.setValues({ ...theirs, ...(webhookUrl !== undefined && { webhookUrl: webhookUrl ?? '' }) })
            conflict.settle()
          }}
        />
      )}
      {switches.map(([name, description]) => (
        <Switch
          key={name}
          label={settingNames[name]}
          description={description}
          {...form.getInputProps(name, { type: 'checkbox' })}
        />
      ))}
      <TextInput
        label={settingNames.webhookUrl}
        description="Where shares go out to: the address of your Zap's catch hook. A saved address is shown shortened; leave it, put a whole new one in its place, or empty the field to have none."
        inputMode="url"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('webhookUrl')}
      />
      <div className={formClasses.buttons}>
        <PendingButton type="submit" size="md" isPending={isPending} pendingText="Saving…">
          Save Settings
        </PendingButton>
      </div>
    </form>
  )
}

function useSave(form: UseFormReturnType<SettingsFields>, conflict: EditConflict<AutomationSettingsView>) {
  const { mutateAsync } = useSaveAutomationSettings()
  const { failure, isPending, attempt } = useAttempt({
    title: 'Failed to save settings',
    fallback: 'Please try again later',
    isToastFixed: true,
  })
  async function save(): Promise<void> {
    const result = changeIn(form.values, conflict.seen)
    if ('problems' in result) return refuseFields(form, result.problems)
    const outcome = await attempt(async () => {
      const { data } = await mutateAsync(result.change)
      // What others have changed shows from now on too.
      conflict.learn({ ...data })
      conflict.settle()
      form.setValues(fieldsOf(data))
    })
    if (outcome === 'under way') return
    if (outcome === 'done') {
      const description = 'Automation settings have been updated successfully'
      return toast({ kind: 'success', title: 'Settings saved', description })
    }
    if (!conflict.learn(outcome.current)) refuseFields(form, outcome.problems)
  }
  return { failure, isPending, save }
}
