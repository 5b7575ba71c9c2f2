import classes from './points-flight.module.css'

const dots = 6
const travelMs = 320
const gapMs = 30
const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
/** How far the curve bends away from the straight line, as a part of its length. */
const bend = 0.18

/**
 * Lets dots fly from a box to where points are shown: a marked element in sight, the last one in the page first. Does
 * nothing for readers who prefer reduced motion.
 */
export function flyPoints(from: DOMRect): void {
  const to = targetInSight()
  if (!to || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const start = centreOf(from)
  const end = centreOf(to)
  const across = { x: (end.y - start.y) * bend, y: (start.x - end.x) * bend }
  const keyframes = steps.map((done) => {
    const height = 4 * done * (1 - done)
    const x = start.x + (end.x - start.x) * done + across.x * height
    const y = start.y + (end.y - start.y) * done + across.y * height
    return { transform: `translate(${x}px, ${y}px)`, opacity: done === 1 ? 0 : 1 }
  })
  for (let index = 0; index < dots; index++) flyDot(keyframes, index)
}

function flyDot(keyframes: Keyframe[], index: number): void {
  const dot = document.createElement('span')
  dot.className = classes.dot ?? ''
  dot.ariaHidden = 'true'
  dot.toggleAttribute('data-gold', index === 2)
  document.body.append(dot)
  const timing = { duration: travelMs, delay: index * gapMs, easing: 'ease-in-out', fill: 'both' } as const
  const flight = dot.animate(keyframes, timing)
  flight.onfinish = () => dot.remove()
  flight.oncancel = () => dot.remove()
}

function targetInSight(): DOMRect | null {
  const boxes = [...document.querySelectorAll('[data-points-target]')].map((one) =>
    one.getBoundingClientRect(),
  )
  return boxes.findLast(({ width, top, bottom }) => width > 0 && top >= 0 && bottom <= innerHeight) ?? null
}

function centreOf({ left, top, width, height }: DOMRect): { readonly x: number; readonly y: number } {
  return { x: left + width / 2, y: top + height / 2 }
}
