import { Button, Switch, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import type { PointsConfiguration } from '#contract/points.ts'
import { actionTypes, bonusTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'
import { useSavePointsConfiguration } from '#web/api/points.ts'
import { useAttempt } from '#web/parts/form/attempt.ts'
import formClasses from '#web/parts/form/form.module.css'
import { refuseFields } from '#web/parts/form/form-refusal.ts'
import {
  actionNames,
  anyContext,
  anyPlatform,
  bonusConditions,
  bonusNames,
  contextNames,
  rulePlatformNames,
} from '#web/parts/points/rule-words.ts'
import { FailureNote } from '#web/ui/failure-note.tsx'
import { PendingButton } from '#web/ui/pending-button.tsx'
import { toast } from '#web/ui/toasts.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import { fieldsOf, type NumberField, numberIn, type RuleFields, ruleIn } from './rule-fields.ts'

type RuleFormState = UseFormReturnType<RuleFields>

interface RuleFormProps {
  /** Null for a new one. */
  readonly rule: PointsConfiguration | null
  readonly onClose: () => void
}

/** The fields of a points rule. What is wrong is said at its field. */
export function RuleForm({ rule, onClose }: RuleFormProps) {
  const form = useForm<RuleFields>({ initialValues: fieldsOf(rule) })
  const { failure, isPending, save } = useSave(rule, form, onClose)
  return (
    <form
      className={formClasses.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      {failure !== null && <FailureNote text={failure} />}
      <ActionTypeField form={form} rule={rule} />
      <div className={formClasses.pair}>
        <NumberInput form={form} field="pointValue" label="Point value" isRequired isFirst={rule !== null} />
        <NumberInput
          form={form}
          field="multiplier"
          label="Multiplier (percent)"
          description="100 leaves the points as they are."
        />
      </div>
      <ScopeFields form={form} />
      <BonusFields form={form} />
      <Textarea label="Description" autosize minRows={2} maxRows={6} {...form.getInputProps('description')} />
      <Switch
        label="Active"
        description="Only active rules earn anything."
        {...form.getInputProps('isActive', { type: 'checkbox' })}
      />
      <div className={formClasses.buttons}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <PendingButton type="submit" isPending={isPending} pendingText="Saving…">
          {rule ? 'Save Configuration' : 'Create Configuration'}
        </PendingButton>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly form: RuleFormState
}

function ActionTypeField({ form, rule }: FieldProps & Pick<RuleFormProps, 'rule'>) {
  if (rule) {
    return (
      <TextInput
        label="Action type"
        description="Stays as it is. For another one, create another rule."
        readOnly
        value={actionNames[rule.actionType]}
      />
    )
  }
  return (
    <WordSelect
      label="Action type"
      required
      data-autofocus
      words={actionTypes}
      names={actionNames}
      none="Choose an action type"
      {...form.getInputProps('actionType')}
    />
  )
}

function ScopeFields({ form }: FieldProps) {
  return (
    <div className={formClasses.pair}>
      <WordSelect
        label="Platform"
        words={rulePlatforms}
        names={rulePlatformNames}
        none={anyPlatform}
        {...form.getInputProps('platform')}
      />
      <WordSelect
        label="Context"
        words={ruleContexts}
        names={contextNames}
        none={anyContext}
        {...form.getInputProps('context')}
      />
    </div>
  )
}

function BonusFields({ form }: FieldProps) {
  const bonus = bonusTypes.find((type) => type === form.values.bonusType)
  return (
    <div className={formClasses.pair}>
      <WordSelect
        label="Bonus type"
        words={bonusTypes}
        names={bonusNames}
        none="No bonus"
        description={bonus && bonusConditions[bonus]}
        {...form.getInputProps('bonusType')}
      />
      <NumberInput form={form} field="bonusValue" label="Bonus value" />
    </div>
  )
}

interface NumberInputProps extends FieldProps {
  readonly field: NumberField
  readonly label: string
  readonly description?: string
  readonly isRequired?: boolean
  /** Whether the focus begins here. */
  readonly isFirst?: boolean
}

/** A field for a number. Left with something else in it, it shows what that counts as. */
function NumberInput({ form, field, label, description, ...is }: NumberInputProps) {
  return (
    <TextInput
      label={label}
      description={description}
      required={is.isRequired ?? false}
      data-autofocus={is.isFirst || undefined}
      inputMode="numeric"
      autoComplete="off"
      {...form.getInputProps(field)}
      onBlur={() => {
        const counted = String(numberIn(field, form.values[field]))
        if (counted !== form.values[field]) form.setFieldValue(field, counted)
      }}
    />
  )
}

function useSave(rule: PointsConfiguration | null, form: RuleFormState, onClose: () => void) {
  const { mutateAsync } = useSavePointsConfiguration()
  const verb = rule ? 'update' : 'create'
  const { failure, isPending, attempt } = useAttempt({
    title: rule ? 'Error updating configuration' : 'Error creating configuration',
    fallback: `Failed to ${verb} configuration`,
  })
  async function save(): Promise<void> {
    const result = ruleIn(form.values)
    if ('problems' in result) return refuseFields(form, result.problems)
    const outcome = await attempt(() => mutateAsync({ id: rule?.id ?? null, fields: result.rule }))
    if (outcome === 'under way') return
    if (outcome !== 'done') return refuseFields(form, outcome.problems)
    toast({ kind: 'success', title: `Configuration ${verb}d` })
    onClose()
  }
  return { failure, isPending, save }
}
