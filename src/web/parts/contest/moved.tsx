import { ArrowDown, ArrowUp } from 'lucide-react'
import { counted } from '#web/ui/time-words.ts'
import classes from './moved.module.css'

/** How many places somebody has gained since the day began, negative when lost; nothing when there are none. */
export function Moved({ places }: { readonly places: number }) {
  if (places === 0) return null
  const isUp = places > 0
  const Arrow = isUp ? ArrowUp : ArrowDown
  return (
    <span className={classes.moved} data-up={isUp || undefined} dir="ltr">
      <Arrow size={12} strokeWidth={2.5} aria-hidden />
      <span aria-hidden>{Math.abs(places).toLocaleString('en-US')}</span>
      <span className="visually-hidden">
        {' '}
        {isUp ? 'up' : 'down'} {counted(Math.abs(places), 'place')} today{' '}
      </span>
    </span>
  )
}
