import { expect, type Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'

/** What of a page axe looks at. */
interface Look {
  /** A selector of the parts that are new to it; the rest has been looked at elsewhere. */
  readonly within?: string
  /** Names of its rules, when not all of them. */
  readonly rules?: string[]
}

/** Fails with what axe finds on the page as it is now. */
export async function expectAccessible(page: Page, { within, rules }: Look = {}): Promise<void> {
  await endMotion(page)
  // Its source is large: a page reads it once.
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source)
  const options: RunOptions = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules && { runOnly: rules }),
  }
  const violations = await page.evaluate(findViolations, { within: within ?? null, options })
  expect(violations).toEqual([])
}

interface Asked {
  readonly within: string | null
  readonly options: RunOptions
}

/** Runs in the page. */
async function findViolations({ within, options }: Asked): Promise<string[]> {
  const { axe: here } = globalThis as unknown as {
    axe: { run(part: unknown, options: RunOptions): Promise<AxeResults> }
  }
  const { violations } = await here.run(within === null ? document : { include: [within] }, options)
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)
}

/** Brings to its end whatever is fading or moving in, which would be seen half transparent; what goes on for ever goes on. */
async function endMotion(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
  })
}
