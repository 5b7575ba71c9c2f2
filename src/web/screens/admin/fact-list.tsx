import type { ReactNode } from 'react'
import classes from './fact-list.module.css'

interface FactListProps {
  /** Each with its name. */
  readonly facts: readonly (readonly [string, ReactNode])[]
}

/** How things stand, line by line. */
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
