import type { PointsConfiguration } from '#contract/points.ts'
import { type DialogProps, WideDialog } from '#web/ui/wide-dialog.tsx'
import { RuleForm } from './rule-form.tsx'

interface RuleDialogProps extends DialogProps {
  /** Null for a new one. */
  readonly rule: PointsConfiguration | null
  /** All that there are, as they are listed. */
  readonly rules: readonly PointsConfiguration[]
}

/** Creates or edits a points rule. */
export function RuleDialog({ isOpen, onClose, rule, rules }: RuleDialogProps) {
  const title = rule ? 'Edit Points Configuration' : 'Create Points Configuration'
  return (
    <WideDialog isOpen={isOpen} onClose={onClose} title={title}>
      {/* A dialog that is reopened for another rule while it closes must not keep the old fields. */}
      <RuleForm key={rule?.id ?? 'new'} rule={rule} rules={rules} onClose={onClose} />
    </WideDialog>
  )
}
