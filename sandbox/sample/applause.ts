import { randomNumbers } from './random-numbers.ts'

/** A line of the team's activity that colleagues can applaud. */
export interface ApplaudedLine {
  /** Who did it. */
  readonly handle: string
  readonly at: Date
  /** Badges are applauded by more colleagues than reports. */
  readonly isBadge: boolean
}

export interface PlannedApplause {
  readonly at: Date
  /** Who applauds. */
  readonly handle: string
  /** Index in the given list of lines. */
  readonly line: number
}

interface ApplauseOptions {
  readonly lines: readonly ApplaudedLine[]
  /** Those who have ever reported anything. */
  readonly handles: readonly string[]
  readonly now: Date
}

const most = { badge: 9, report: 4 }
/** Every line waits at least a minute and up to so long for its applause. */
const waitMs = { least: 60_000, most: 8 * 3_600_000 }

/**
 * Plans the sample team's applause, sorted by time. The result depends on the arguments only. Nobody applauds their own
 * line, or one line twice, or anything in the future.
 */
export function plannedApplause({ lines, handles, now }: ApplauseOptions): PlannedApplause[] {
  const claps = lines.flatMap(({ handle: owner, at, isBadge }, line) => {
    const random = randomNumbers(`${owner} ${at.toISOString()}`)
    // Three lines in ten go without.
    const count = Math.floor((random() - 0.3) * (isBadge ? most.badge : most.report) * 1.43) + 1
    const colleagues = handles.filter((handle) => handle !== owner)
    const order = colleagues
      .map((handle) => ({ handle, place: random() }))
      .toSorted((a, b) => a.place - b.place)
    return order.slice(0, Math.max(0, count)).map(({ handle }) => {
      const wait = waitMs.least + random() * (waitMs.most - waitMs.least)
      return { at: new Date(at.getTime() + wait), handle, line }
    })
  })
  return claps.filter(({ at }) => at < now).sort((a, b) => a.at.getTime() - b.at.getTime())
}
