import { useEffect, useRef, useState } from 'react'
import * as classes from './gain-chip.module.css'

const chipMs = 1200

/** A change of a number. Each one has an id of its own. */
export interface Change {
  readonly id: number
  readonly by: number
}

/** The latest change of a value for as long as its chip is shown; null otherwise. */
export function useChange(value: number): Change | null {
  const [change, setChange] = useState<Change | null>(null)
  const before = useRef(value)
  useEffect(() => {
    const by = value - before.current
    before.current = value
    if (by === 0) return
    setChange((last) => ({ id: (last?.id ?? 0) + 1, by }))
    const timer = setTimeout(() => setChange(null), chipMs)
    return () => clearTimeout(timer)
  }, [value])
  return change
}

/** What was gained or lost, such as "+15", which fades away. The figure beside it is read aloud instead. */
export function GainChip({ change: { id, by } }: { readonly change: Change }) {
  return (
    <span key={id} className={classes.chip} data-loss={by < 0 || undefined} aria-hidden>
      {by > 0 ? '+' : '−'}
      {Math.abs(by).toLocaleString('en-US')}
    </span>
  )
}
