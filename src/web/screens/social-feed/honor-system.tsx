import { ShieldCheck } from 'lucide-react'
import * as classes from './feed-box.module.css'

const steps = [
  'Open the post and do what you mean to do there.',
  'Come back and tick it here. The points are yours at once.',
  'Slipped? You have five minutes to undo.',
]

/** Explains how reporting works and that it is based on trust. */
export function HonorSystem() {
  return (
    <section className={classes.box} aria-labelledby="honor-system">
      <h2 id="honor-system" className={classes.title}>
        <ShieldCheck className={classes.icon} size={18} strokeWidth={1.75} aria-hidden />
        Honor System
      </h2>
      <ol className={classes.steps}>
        {steps.map((step, at) => (
          <li key={step}>
            <span className={classes.number} aria-hidden>
              {at + 1}
            </span>
            <span>{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
