import type { Day } from '#domain/days.ts'

/** Lines of a scale that begins at 0: few enough to be read, on round numbers, up to or just below `greatest`. */
export function scaleLines(greatest: number): number[] {
  if (greatest <= 0) return [0]
  const raw = greatest / 5.5
  const power = 10 ** Math.floor(Math.log10(raw))
  const steps = [1, 2, 2.5, 5, 10].map((each) => each * power).filter((step) => Number.isInteger(step))
  const step = steps.find((each) => each >= raw) ?? 1
  return Array.from({ length: Math.floor(greatest / step) + 1 }, (_, line) => line * step)
}

interface LabelRoom {
  /** The least distance between two labels. */
  readonly gap: number
  readonly top: number
  readonly bottom: number
}

/** Moves labels apart so that none covers another, each as near to its place as the others let it. */
export function spreadLabels(places: readonly number[], { gap, top, bottom }: LabelRoom): number[] {
  const order = places.map((_, index) => index).sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0) || a - b)
  const spread = [...places]
  let least = top
  for (const index of order) {
    least = Math.max(least, spread[index] ?? 0)
    spread[index] = least
    least += gap
  }
  let most = bottom
  for (const index of order.toReversed()) {
    most = Math.min(most, spread[index] ?? 0)
    spread[index] = most
    most -= gap
  }
  return spread
}

/** Whether a day is a Saturday or a Sunday. */
export function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(day).getUTCDay())
}

interface PlotInput {
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Days of the whole contest, and those that have begun. */
  readonly days: number
  readonly daysSoFar: number
  readonly greatest: number
  readonly least: number
  /** Pixels that the labels need behind the last day. */
  readonly labelWidth: number
}

export interface Plot {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
  /** Pixels of one day. */
  readonly step: number
  /** Where a day begins; days count from 0. */
  x(day: number): number
  y(points: number): number
}

const margin = { left: 42, right: 8, top: 12, bottom: 24 }

/** Where days and points lie in a chart. The days shrink where the labels would not fit behind the last. */
export function plotOf({ width, height, days, daysSoFar, greatest, least, labelWidth }: PlotInput): Plot {
  const left = margin.left
  const right = Math.max(left + 1, width - margin.right)
  const bottom = height - margin.bottom
  const step = Math.min(
    (right - left) / days,
    Math.max(1, width - labelWidth - left) / Math.max(daysSoFar, 1),
  )
  const lowest = Math.min(0, least)
  const scale = (bottom - margin.top) / Math.max(greatest - lowest, 1)
  return {
    left,
    right,
    top: margin.top,
    bottom,
    step,
    x: (day) => left + day * step,
    y: (points) => bottom - (points - lowest) * scale,
  }
}

/** The path of a member's points: from 0 on, each day's sum where the day ends. */
export function linePath(points: readonly number[], plot: Plot): string {
  return [0, ...points]
    .map((sum, day) => `${day === 0 ? 'M' : 'L'}${rounded(plot.x(day))} ${rounded(plot.y(sum))}`)
    .join('')
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
