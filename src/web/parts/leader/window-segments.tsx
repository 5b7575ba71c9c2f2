import { type BoardWindow, boardWindows } from '#domain/board-windows.ts'
import * as classes from '#web/ui/segments.module.css'
import { Segments } from '#web/ui/segments.tsx'

const periodNames = { week: 'week', month: 'month', quarter: 'quarter' } as const

interface WindowSegmentsProps {
  readonly value: BoardWindow
  readonly onChange: (window: BoardWindow) => void
}

/** The choice of the days that a board covers. */
export function WindowSegments({ value, onChange }: WindowSegmentsProps) {
  return (
    <Segments
      label="Time"
      value={value}
      options={boardWindows.map((window) => ({ value: window, label: <WindowName window={window} /> }))}
      onChange={onChange}
    />
  )
}

/** Shorter on a phone, where only screen readers get the first word. */
function WindowName({ window }: { readonly window: BoardWindow }) {
  if (window === 'all') return 'All time'
  return (
    <>
      <span className={classes.lead}>This </span>
      <span className={classes.rest}>{periodNames[window]}</span>
    </>
  )
}
