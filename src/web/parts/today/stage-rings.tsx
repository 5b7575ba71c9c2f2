import * as classes from './today-stage.module.css'

/** The circles in the ground of the stage. */
export function Rings() {
  return (
    <svg
      className={classes.rings}
      preserveAspectRatio="xMaxYMid slice"
      viewBox="0 0 888 160"
      aria-hidden="true"
    >
      {[90, 150, 215, 285, 360].map((radius) => (
        <circle key={radius} cx="860" cy="40" r={radius} />
      ))}
    </svg>
  )
}
