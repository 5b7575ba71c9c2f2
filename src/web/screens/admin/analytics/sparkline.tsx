import * as classes from './sparkline.module.css'

const width = 220
const height = 44
const inset = 3

/** A line of numbers without a scale. The figure beside it is what counts, so screen readers skip it. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const low = Math.min(0, ...values)
  const span = Math.max(...values) - low || 1
  const points = values.map((value, place) => {
    const x = (place / Math.max(values.length - 1, 1)) * width
    const y = height - inset - ((value - low) / span) * (height - 2 * inset)
    return `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`
  })
  const line = `M${points.join('L')}`
  return (
    <svg
      className={classes.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={classes.area} d={`${line}V${height}H0z`} />
      <path className={classes.stroke} d={line} />
    </svg>
  )
}
