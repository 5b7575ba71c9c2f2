import type { ReactNode } from 'react'
import classes from './dotted-line.module.css'

/** Its children in a line with dots between them. No dot starts or ends a line when the text wraps. */
export function DottedLine({ children }: { readonly children: ReactNode }) {
  return <p className={classes.line}>{children}</p>
}
