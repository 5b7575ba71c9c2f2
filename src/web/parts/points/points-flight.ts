import * as classes from './points-flight.module.css'

/** The radius in pixels of each dot, and its colour, in the order in which they fly. */
const dots = [
  { radius: 4, color: 'light' },
  { radius: 4.5, color: 'accent' },
  { radius: 5, color: 'gold' },
  { radius: 5.5, color: 'accent' },
  { radius: 5, color: 'light' },
  { radius: 4, color: 'accent' },
] as const
const gapMs = 24
const steps = [0, 0.2, 0.4, 0.6, 0.8, 1]
/** How far the curve bends away from the straight line: a part of its length, up to so many pixels. */
const bend = { share: 0.36, most: 120 }

/** Lets six dots fly in a curve from the middle of one box to that of another. */
export function drawFlight(from: DOMRect, to: DOMRect, travelMs: number): void {
  const keyframes = curve(centreOf(from), centreOf(to))
  for (const [index, { radius, color }] of dots.entries()) {
    const dot = document.createElement('span')
    dot.className = classes.dot ?? ''
    dot.ariaHidden = 'true'
    dot.dataset.color = color
    dot.style.setProperty('--dot', `${radius}px`)
    document.body.append(dot)
    const timing = { duration: travelMs, delay: index * gapMs, easing: 'ease-in-out', fill: 'both' } as const
    const flight = dot.animate(keyframes, { ...timing, id: 'points-flight' })
    flight.onfinish = () => dot.remove()
    flight.oncancel = () => dot.remove()
  }
}

interface Point {
  readonly x: number
  readonly y: number
}

function curve(start: Point, end: Point): Keyframe[] {
  const way = { x: end.x - start.x, y: end.y - start.y }
  const length = Math.hypot(way.x, way.y)
  const height = Math.min(length * bend.share, bend.most) / (length || 1)
  return steps.map((done) => {
    const out = 4 * done * (1 - done) * height
    const x = start.x + way.x * done - way.y * out
    const y = start.y + way.y * done + way.x * out
    return { transform: `translate(${x}px, ${y}px)`, opacity: done === 1 ? 0 : 1 }
  })
}

function centreOf({ left, top, width, height }: DOMRect): Point {
  return { x: left + width / 2, y: top + height / 2 }
}
