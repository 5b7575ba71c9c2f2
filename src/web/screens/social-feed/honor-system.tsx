import { ShieldCheck } from 'lucide-react'
import classes from './feed-box.module.css'

/** Explains how reporting works and that it is based on trust. */
export function HonorSystem() {
  return (
    <section className={classes.box} aria-labelledby="honor-system">
      <h2 id="honor-system" className={classes.title}>
        <ShieldCheck className={classes.icon} size={20} strokeWidth={1.75} aria-hidden />
        Honor System
      </h2>
      <ol className={classes.steps}>
        <li>Open the original post and like it, comment on it or share it there.</li>
        <li>Come back and report what you really did. The points are yours at once.</li>
        <li>Made a mistake? Undo it under Recent Interactions within 5 minutes.</li>
      </ol>
    </section>
  )
}
