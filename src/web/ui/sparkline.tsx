import * as classes from './sparkline.module.css'

const width = 92
const height = 34
const edge = 4

/** A small curve of a few values, the latest last. The words beside it say what matters, so screen readers skip it. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const points = pointsOf(values)
  const line = points.map(({ x, y }, at) => `${at === 0 ? 'M' : 'L'}${x} ${y}`).join('')
  const last = points.at(-1)
  return (
    <svg
      className={classes.sparkline}
      width={width}
      height={height}
      preserveAspectRatio="xMaxYMid slice"
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      <path className={classes.area} d={`${line}L${last?.x} ${height}L${points[0]?.x} ${height}Z`} />
      <path className={classes.line} d={line} />
      <circle className={classes.end} cx={last?.x} cy={last?.y} r={3} />
    </svg>
  )
}

function pointsOf(values: readonly number[]): { readonly x: number; readonly y: number }[] {
  const low = Math.min(...values)
  const span = Math.max(...values) - low || 1
  const step = (width - 2 * edge) / Math.max(values.length - 1, 1)
  return values.map((value, at) => ({
    x: rounded(edge + at * step),
    y: rounded(height - edge - ((value - low) / span) * (height - 2 * edge - 2)),
  }))
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10
}
