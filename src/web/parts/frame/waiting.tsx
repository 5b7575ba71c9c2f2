import { Loader } from '@mantine/core'
import { Brand } from './brand.tsx'
import classes from './waiting.module.css'

/** Stands in for a whole screen that is on its way. What it waits for appears only after a moment. */
export function Waiting({ text }: { readonly text: string }) {
  return (
    <main aria-busy="true">
      <div className="boot">
        <Brand />
      </div>
      <div className={classes.waiting}>
        <Loader size={28} aria-hidden />
        <h1 className={classes.text}>
          <span role="status">{text}</span>
        </h1>
      </div>
    </main>
  )
}
