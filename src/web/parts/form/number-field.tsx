import '#web/ui/library-styles.ts'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'

interface NumberFieldProps<Values> {
  readonly form: UseFormReturnType<Values>
  readonly field: keyof Values & string
  readonly label: string
  /** What stands in for text that is no number. */
  readonly otherwise?: number
  readonly description?: string
  readonly isRequired?: boolean
  /** Whether the focus begins here. */
  readonly isFirst?: boolean
}

/** A field for a number. Left with something else in it, it shows what that counts as. */
export function NumberField<Values extends object>({
  form,
  field,
  label,
  otherwise = 0,
  description,
  isRequired = false,
  isFirst = false,
}: NumberFieldProps<Values>) {
  const { onBlur, ...input } = form.getInputProps(field)
  return (
    <TextInput
      label={label}
      description={description}
      required={isRequired}
      data-autofocus={isFirst || undefined}
      inputMode="numeric"
      autoComplete="off"
      {...input}
      onBlur={(event) => {
        onBlur?.(event)
        const counted = String(numberIn(event.currentTarget.value, otherwise))
        if (counted !== event.currentTarget.value) input.onChange(counted)
      }}
    />
  )
}

/** The number that a text stands for; `otherwise` where it is no number. */
export function numberIn(text: string, otherwise = 0): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : otherwise
}
