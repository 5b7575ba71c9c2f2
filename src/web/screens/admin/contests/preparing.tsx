import * as classes from './preparing.module.css'

interface PreparingProps {
  /** How much of a contest's new standings is done; undefined if none are being worked out. */
  readonly percent: number | undefined
}

/** How far the new standings of a contest are; nothing when there are none in the making. */
export function Preparing({ percent }: PreparingProps) {
  return (
    <span role="status" className={percent === undefined ? undefined : classes.preparing}>
      {percent !== undefined && `Preparing the standings: ${percent} %`}
    </span>
  )
}
