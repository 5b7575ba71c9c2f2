import '#web/ui/library-styles.ts'
import { Textarea } from '@mantine/core'
import { appealTextLimit } from '#contract/appeals.ts'
import { useAppeal } from '#web/api/appeals.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { shortDate } from '#web/ui/time-words.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import type { AppealWords } from './appealed.ts'

/** An appeal, which a reviewer reads who has not decided the first time. */
export function AppealDialog({ isOpen, onClose, ...about }: DialogProps & AppealWords) {
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title="Appeal">
      <AppealForm {...about} onClose={onClose} />
    </WideDialog>
  )
}

function AppealForm({ subject, about, reason, until, onClose }: AppealWords & Pick<DialogProps, 'onClose'>) {
  const { mutateAsync } = useAppeal()
  const { interactionId, shareId } = subject
  const saved = useSavedForm({
    schema: async () => (await import('#contract/appeals.schema.ts')).createAppeal.body,
    opened: { text: '' },
    fieldsOf: (fields) => fields,
    inputOf: ({ text }) => (interactionId === null ? { shareId, text } : { interactionId, text }),
    save: (appeal) => mutateAsync(appeal),
    words: { title: 'Appeal not sent', fallback: 'Failed to send the appeal' },
    onSaved: () => {
      onClose()
      return { kind: 'success', title: 'Appeal sent' }
    },
  })
  const { form } = saved
  const length = Array.from(form.values.text.trim()).length
  return (
    <SavedForm saved={saved} submit="Send appeal" pending="Sending…" onCancel={onClose}>
      <div>
        <p>
          <bdi>{about}</bdi>
        </p>
        {reason !== null && (
          <p className={formClasses.lead}>
            <bdi>{reason}</bdi>
          </p>
        )}
      </div>
      <Textarea
        label="What should we know?"
        description={`${length} of ${appealTextLimit} characters. ${whoReads(until)}`}
        required
        data-autofocus
        autosize
        minRows={4}
        maxRows={10}
        {...form.getInputProps('text')}
      />
    </SavedForm>
  )
}

function whoReads(until: string): string {
  return `Another reviewer reads it where there is one. Possible until ${shortDate(until)}.`
}
