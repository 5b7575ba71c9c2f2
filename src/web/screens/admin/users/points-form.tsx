import '#web/ui/library-styles.ts'
import { Textarea, TextInput } from '@mantine/core'
import { adjustmentReasonLimits } from '#contract/ledger.ts'
import type { ListedUser } from '#contract/users.ts'
import { useAdjustPoints } from '#web/api/adjustments.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import { correctionIn, noCorrection, pointsText } from './points-fields.ts'

interface PointsFormProps {
  readonly user: ListedUser
  readonly onClose: () => void
}

/** The fields of a correction. */
export function PointsForm({ user, onClose }: PointsFormProps) {
  const { id, displayName, totalPoints = 0 } = user
  const { mutateAsync } = useAdjustPoints()
  const saved = useSavedForm({
    schema: async () => (await import('#contract/ledger.schema.ts')).adjustPoints.body,
    opened: noCorrection,
    fieldsOf: (fields) => fields,
    inputOf: (fields) => correctionIn(id, fields),
    save: (body) => mutateAsync(body),
    words: { title: 'Failed to correct the points', fallback: 'Please try again later.' },
    onSaved: ({ data }) => {
      onClose()
      const description = `${displayName} now has ${pointsText(data.totalPoints)}.`
      return { kind: 'success', title: 'Points corrected', description }
    },
  })
  const { form } = saved
  const { from, to } = adjustmentReasonLimits
  return (
    <SavedForm saved={saved} submit="Correct Points" pending="Saving…" onCancel={onClose}>
      <p className={formClasses.lead}>
        <bdi>{displayName}</bdi> has {pointsText(totalPoints)}. The correction counts for today, and for a
        contest that runs today.
      </p>
      <TextInput
        label="Points"
        description="A whole number. Put a minus in front to take points."
        placeholder="−25"
        required
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="Reason"
        description={`The member reads it in their statement. ${from} to ${to} characters.`}
        required
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('reason')}
      />
    </SavedForm>
  )
}
