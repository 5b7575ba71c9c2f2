import '#web/ui/library-styles.ts'
import { Textarea, TextInput } from '@mantine/core'
import { platformNames, platforms } from '#domain/vocabulary.ts'
import { useSubmitShare } from '#web/api/shares.ts'
import { useDraft } from '#web/app/use-draft.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import { shareDraft } from './share-draft.ts'

const noFields = { platform: '', customMessage: '', shareUrl: '' }

/** The fields of a share. */
export function ShareForm({ onClose }: { readonly onClose: () => void }) {
  const [opened, noteDraft] = useDraft(shareDraft, noFields)
  const { mutateAsync } = useSubmitShare()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/shares.schema.ts')).newShare,
    opened,
    fieldsOf: (fields) => fields,
    save: (share) => mutateAsync(share),
    words: { title: 'Share failed', fallback: 'Failed to submit share' },
    onSaved: () => {
      onClose()
      return { kind: 'success', title: 'Share submitted' }
    },
  })
  const { form } = saved
  noteDraft(form.values)
  return (
    <SavedForm saved={saved} submit="Submit" pending="Submitting…" onCancel={onClose}>
      <p className={formClasses.lead}>
        For your own shares of company content that belong to no post in the feed. An administrator or
        moderator reviews each; it earns its points once it is verified.
      </p>
      <WordSelect
        label="Platform"
        required
        data-autofocus
        words={platforms}
        names={platformNames}
        none="Choose a platform"
        {...form.getInputProps('platform')}
      />
      <Textarea
        label="Message"
        description="The text of your share."
        autosize
        minRows={3}
        maxRows={8}
        {...form.getInputProps('customMessage')}
      />
      <TextInput
        label="Link"
        description="Where the share can be seen."
        type="url"
        inputMode="url"
        autoComplete="off"
        {...form.getInputProps('shareUrl')}
      />
    </SavedForm>
  )
}
