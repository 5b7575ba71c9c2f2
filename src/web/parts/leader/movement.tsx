import { ArrowDown, ArrowUp } from 'lucide-react'
import classes from './movement.module.css'

/** How many places a member has gained since yesterday, or lost if negative; nothing if none. */
export function Movement({ places }: { readonly places: number }) {
  if (places === 0) return null
  const isUp = places > 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  const count = Math.abs(places).toLocaleString('en-US')
  return (
    <span className={classes.movement} data-up={isUp || undefined}>
      <Arrow size={12} strokeWidth={2.5} aria-hidden />
      <span className="visually-hidden">{isUp ? 'up ' : 'down '}</span>
      {count}
      <span className="visually-hidden"> since yesterday</span>
    </span>
  )
}
