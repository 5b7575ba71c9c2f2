import { ArrowDown, ArrowUp } from 'lucide-react'
import classes from './moved.module.css'

/** How many places a member has gained since the day began: an arrow with the number; nothing for none. */
export function Moved({ by }: { readonly by: number }) {
  if (by === 0) return null
  const Arrow = by > 0 ? ArrowUp : ArrowDown
  return (
    <span className={classes.moved} data-up={by > 0 || undefined}>
      <Arrow size={12} aria-hidden />
      <span className="visually-hidden">{by > 0 ? 'up ' : 'down '}</span>
      {Math.abs(by).toLocaleString('en-US')}
      <span className="visually-hidden"> since yesterday</span>
    </span>
  )
}
