import { ArrowDown, ArrowUp } from 'lucide-react'
import * as classes from './change-mark.module.css'
import { type Change, inFigures } from './figures.ts'

interface ChangeMarkProps {
  readonly change: Change | null
  /** The length of the period that it is compared with. */
  readonly days: number
}

/** `↑ 12 %` against the period before; nothing where there is no change. */
export function ChangeMark({ change, days }: ChangeMarkProps) {
  if (!change) return null
  const { percent, isMore } = change
  const Icon = isMore ? ArrowUp : ArrowDown
  const words = `${isMore ? 'more' : 'less'} than in the ${days} days before`
  return (
    <span
      className={classes.change}
      data-more={isMore || undefined}
      title={`${inFigures(percent)} % ${words}`}
    >
      <Icon size={12} strokeWidth={2.6} aria-hidden />
      {inFigures(percent)} %<span className="visually-hidden"> {words}</span>
    </span>
  )
}
