import { type ComponentProps, type CSSProperties, useId } from 'react'
import * as classes from './color-choice.module.css'
import { colorName } from './team-colors.ts'

interface ColorChoiceProps {
  readonly label: string
  readonly colors: readonly string[]
  readonly value: string
  readonly onChange: (color: string) => void
  readonly error?: string | undefined
  /** For the chosen swatch, which stands for the group where a refusal moves the focus. */
  readonly ofField: ComponentProps<'input'>
}

/** One of a few colours. Each has a name to hear, and that of the chosen one can be read too. */
export function ColorChoice({ label, colors, value, onChange, error, ofField }: ColorChoiceProps) {
  const group = useId()
  const errorId = `${group}-error`
  return (
    <fieldset className={classes.group} aria-describedby={error ? errorId : undefined}>
      <legend className={classes.legend}>
        {label}{' '}
        <span className={classes.chosen} aria-hidden>
          {colorName(value)}
        </span>
      </legend>
      <div className={classes.swatches}>
        {colors.map((color) => (
          <input
            key={color}
            type="radio"
            name={group}
            value={color}
            checked={color === value}
            onChange={() => onChange(color)}
            aria-label={colorName(color)}
            title={colorName(color)}
            className={classes.swatch}
            style={{ '--team-color': color } as CSSProperties}
            {...(color === value && ofField)}
          />
        ))}
      </div>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
