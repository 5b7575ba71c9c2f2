import type { Page } from '@playwright/test'

/** Something that moved: an animation's id or name, or the property of a transition; and where a flight ends. */
export interface Motion {
  readonly name: string
  /** The last keyframe's transform, such as `translate(40px, 20px)`; empty for none. */
  readonly to: string
}

type Watching = typeof globalThis & { motions?: Motion[] }

/** Notes from now on what moves on a page, once for each animation. Answers all that has moved since. */
export async function watchMotion(page: Page): Promise<() => Promise<Motion[]>> {
  await page.evaluate(() => {
    const motions: Motion[] = []
    ;(globalThis as Watching).motions = motions
    const seen = new WeakSet<Animation>()
    const look = () => {
      for (const animation of document.getAnimations()) {
        if (seen.has(animation)) continue
        seen.add(animation)
        const { effect } = animation
        const named =
          animation instanceof CSSAnimation
            ? animation.animationName
            : animation instanceof CSSTransition
              ? animation.transitionProperty
              : animation.id
        const to = effect instanceof KeyframeEffect ? effect.getKeyframes().at(-1)?.transform : undefined
        motions.push({ name: named.replace(/^_(.+)_\w+_\d+$/, '$1'), to: String(to ?? '') })
      }
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => (globalThis as Watching).motions ?? [])
}

/** How many motions of each name there were. */
export function counts(motions: readonly Motion[]): Readonly<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const { name } of motions) counted[name] = (counted[name] ?? 0) + 1
  return counted
}
