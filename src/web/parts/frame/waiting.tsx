import { Loader } from '@mantine/core'
import { Brand } from './brand.tsx'
import classes from './waiting.module.css'

/** A placeholder for a whole screen that is loading. Its text appears after a short delay. */
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
