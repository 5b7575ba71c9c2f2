import type { ReactNode } from 'react'
import * as classes from './fact-list.module.css'

interface FactListProps {
  /** Pairs of name and value. */
  readonly facts: readonly (readonly [string, ReactNode])[]
}

/** A list of named facts, one per line. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} className={classes.fact}>
          <dt className={classes.name}>{name}</dt>
          <dd className={classes.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
