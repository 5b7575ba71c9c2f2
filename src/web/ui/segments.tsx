import type { ReactNode } from 'react'
import * as classes from './segments.module.css'
import { shownCount } from './shown-count.ts'

interface SegmentsProps<Value extends string> {
  /** Names the choice for screen readers. */
  readonly label: string
  readonly value: Value
  readonly options: readonly {
    readonly value: Value
    readonly label: ReactNode
    readonly count?: number | undefined
  }[]
  readonly onChange: (value: Value) => void
}

/** A choice between a few views of the same content, as buttons of which one is pressed. */
export function Segments<Value extends string>({ label, value, options, onChange }: SegmentsProps<Value>) {
  return (
    <fieldset className={classes.segments} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={classes.segment}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
          {option.count !== undefined && <span className={classes.count}>{shownCount(option.count)}</span>}
        </button>
      ))}
    </fieldset>
  )
}
