import '#web/ui/library-styles.ts'
import { Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { PointsConfiguration } from '#contract/points.ts'
import { actionTypes, bonusTypes, ruleContexts, rulePlatforms } from '#domain/vocabulary.ts'
import { useSavePointsConfiguration } from '#web/api/points.ts'
import * as formClasses from '#web/parts/form/form.module.css'
import { NumberField } from '#web/parts/form/number-field.tsx'
import { SavedForm } from '#web/parts/form/saved-form.tsx'
import { useSavedForm } from '#web/parts/form/use-saved-form.ts'
import {
  actionNames,
  anyContext,
  anyPlatform,
  bonusConditions,
  bonusNames,
  contextNames,
  rulePlatformNames,
} from '#web/parts/points/rule-words.ts'
import { WordSelect } from '#web/ui/word-select.tsx'
import { draftNotes } from './coverage-words.ts'
import { DraftNotes } from './draft-notes.tsx'
import { draftOf, fieldsOf, noMultiplier, type RuleFields, ruleIn } from './rule-fields.ts'

interface RuleFormProps {
  /** Null for a new one. */
  readonly rule: PointsConfiguration | null
  /** All that there are, as they are listed. */
  readonly rules: readonly PointsConfiguration[]
  readonly onClose: () => void
}

/** The fields of a points rule. */
export function RuleForm({ rule, rules, onClose }: RuleFormProps) {
  const { mutateAsync } = useSavePointsConfiguration()
  const verb = rule ? 'update' : 'create'
  const saved = useSavedForm({
    schema: async () => (await import('#contract/points.schema.ts')).newPointsConfiguration,
    opened: fieldsOf(rule),
    fieldsOf: (fields) => fields,
    inputOf: ruleIn,
    save: (fields) => mutateAsync({ id: rule?.id ?? null, fields }),
    words: {
      title: rule ? 'Error updating configuration' : 'Error creating configuration',
      fallback: `Failed to ${verb} configuration`,
    },
    onSaved: () => {
      onClose()
      return { kind: 'success', title: `Configuration ${verb}d` }
    },
  })
  const { form } = saved
  return (
    <SavedForm
      saved={saved}
      submit={rule ? 'Save Configuration' : 'Create Configuration'}
      pending="Saving…"
      onCancel={onClose}
    >
      <ActionTypeField form={form} rule={rule} />
      <div className={formClasses.pair}>
        <NumberField form={form} field="pointValue" label="Point value" isRequired isFirst={rule !== null} />
        <NumberField
          form={form}
          field="multiplier"
          label="Multiplier (percent)"
          description="100 keeps the points unchanged."
          otherwise={noMultiplier}
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
      <DraftNotes notes={notesOf(rules, rule, form.values)} />
    </SavedForm>
  )
}

/** What follows from saving the fields; nothing while they do not make a rule. */
function notesOf(
  rules: readonly PointsConfiguration[],
  rule: PointsConfiguration | null,
  fields: RuleFields,
): readonly string[] {
  const draft = draftOf(fields, rule)
  return draft ? draftNotes(rules, draft) : []
}

interface FieldProps {
  readonly form: UseFormReturnType<RuleFields>
}

function ActionTypeField({ form, rule }: FieldProps & Pick<RuleFormProps, 'rule'>) {
  if (rule) {
    return (
      <TextInput
        label="Action type"
        description="Cannot be changed. Create another rule instead."
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
      <NumberField form={form} field="bonusValue" label="Bonus value" />
    </div>
  )
}
