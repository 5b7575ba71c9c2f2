import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import * as classes from './step.module.css'

/** Where a step stands. */
export interface StepPlace {
  /** From 1. */
  readonly number: number
  readonly isDone: boolean
  /** Whether it is the first that is not done. */
  readonly isNext: boolean
  /** Whether its first button is the filled one of the screen. */
  readonly isPrimary: boolean
}

interface StepProps {
  readonly place: StepPlace
  readonly title: string
  readonly text: string
  /** Whether it waits for something to arrive by itself. */
  readonly isWaiting?: boolean
  /** Its buttons. */
  readonly children?: ReactNode
}

/** A step of the set-up. */
export function Step({ place: { number, isDone, isNext }, title, text, isWaiting, children }: StepProps) {
  return (
    <li
      className={classes.step}
      data-done={isDone || undefined}
      data-next={isNext || undefined}
      aria-current={isNext ? 'step' : undefined}
    >
      <span className={classes.mark}>
        {isDone ? <Check size={17} strokeWidth={2.6} aria-hidden /> : number}
      </span>
      <div>
        <h3 className={classes.title}>
          {title}
          <span className="visually-hidden" role="status">
            {isDone && ': done'}
          </span>
        </h3>
        <p className={classes.text}>
          {isWaiting && !isDone && <span className={classes.dot} aria-hidden />}
          {text}
        </p>
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </li>
  )
}
