import type { ReactNode } from 'react'
import classes from './dotted-line.module.css'

/** Small facts in a line, its children, with dots between them; none stands at the end or the beginning of a line. */
export function DottedLine({ children }: { readonly children: ReactNode }) {
  return <p className={classes.line}>{children}</p>
}
