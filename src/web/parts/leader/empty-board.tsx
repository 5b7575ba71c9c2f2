import { Trophy } from 'lucide-react'
import { EmptyState } from '#web/ui/query-state.tsx'

interface EmptyBoardProps {
  /** Whether the points of these days are still being added up. */
  readonly isPreparing: boolean | undefined
}

/** What stands in place of a board without members. */
export function EmptyBoard({ isPreparing }: EmptyBoardProps) {
  return (
    <EmptyState
      icon={Trophy}
      title={isPreparing ? 'This board is being prepared' : 'Nobody is on the board yet'}
      text={isPreparing ? 'It shows up within a minute.' : 'The first report opens it.'}
    />
  )
}
