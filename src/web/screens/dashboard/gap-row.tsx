import * as classes from './gap-row.module.css'

/** How many members a ranking leaves out between two rows. */
export function GapRow({ count }: { readonly count: number }) {
  return <p className={classes.gap}>{count.toLocaleString('en-US')} more</p>
}
