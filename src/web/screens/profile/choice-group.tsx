import { type ReactNode, useId } from 'react'
import * as classes from './notifications.module.css'

interface ChoiceGroupProps<Choice extends string> {
  readonly legend: string
  readonly choices: readonly Choice[]
  /** The name of each choice, and what follows from it. */
  readonly words: Readonly<Record<Choice, { readonly name: string; readonly text: string }>>
  readonly value: Choice
  readonly onChange: (choice: Choice) => void
  /** What is to be known before one chooses. */
  readonly children?: ReactNode
}

/** One choice of a few, each with a line about it. */
export function ChoiceGroup<Choice extends string>({
  legend,
  choices,
  words,
  value,
  onChange,
  children,
}: ChoiceGroupProps<Choice>) {
  const id = useId()
  return (
    <fieldset className={classes.group}>
      <legend>{legend}</legend>
      {children}
      {choices.map((choice) => (
        <div key={choice} className={classes.choice}>
          <input
            type="radio"
            id={`${id}-${choice}`}
            name={id}
            value={choice}
            checked={value === choice}
            aria-describedby={`${id}-${choice}-text`}
            onChange={() => onChange(choice)}
          />
          <label htmlFor={`${id}-${choice}`}>{words[choice].name}</label>
          <span id={`${id}-${choice}-text`} className={classes.hint}>
            {words[choice].text}
          </span>
        </div>
      ))}
    </fieldset>
  )
}
