import { Loader } from '@mantine/core'
import classes from './waiting.module.css'

/** Stands in for a whole screen that is on its way. It appears only after a moment. */
export function Waiting({ text }: { readonly text: string }) {
  return (
    <main className={classes.waiting} aria-busy="true">
      <Loader size={28} aria-hidden />
      <p role="status" className={classes.text}>
        {text}
      </p>
    </main>
  )
}
