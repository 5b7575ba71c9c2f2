import { Segments } from '#web/ui/segments.tsx'

export type BoardWindow = 'month' | 'all'

interface WindowSegmentsProps {
  readonly value: BoardWindow
  readonly onChange: (window: BoardWindow) => void
}

/** The choice between the standings of the running contest and the board of all time. */
export function WindowSegments({ value, onChange }: WindowSegmentsProps) {
  return (
    <Segments
      label="Time"
      value={value}
      options={[
        { value: 'month', label: 'This month' },
        { value: 'all', label: 'All time' },
      ]}
      onChange={onChange}
    />
  )
}
